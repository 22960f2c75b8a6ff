"""Shapes of tokens that the library does not know or knows by a pattern whose cost grows with the square of the text.

After their issuers' documentation.
"""

from __future__ import annotations

import re

_SHAPES = {
    "Private Key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    "age Secret Key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    "Anthropic Key": r"sk-ant-[\w-]{20,}",
    "Artifactory Key": r"AKC(?=[A-Za-z]{0,60}\d)[A-Za-z\d]{10,200}",
    "Azure Account Key": r"(?i:AccountKey|SharedAccessKey)=[A-Za-z\d+/]{40,}={0,2}",
    "Basic Authorization": r"(?i:Authorization[\"']?\s*[:=]\s*[\"']?Basic)\s+(?=\S*[\d=])[A-Za-z\d+/]{12,}={0,2}",
    "Bearer Token": r"(?i:Bearer)\s+(?=[\w.~+/-]*\d)[\w.~+/-]{24,}=*",
    "Databricks Token": r"dapi[a-f\d]{32}",
    "DigitalOcean Token": r"do[opr]_v1_[a-f\d]{64}",
    "Docker Hub Token": r"dckr_(?:pat|oat)_[\w-]{20,}",
    "GitHub Fine-Grained Token": r"github_pat_\w{40,}",
    "GitLab Token": r"gl(?:pat|dt|rt|ptt|cbt|soat)-[\w-]{20,}",
    "Google API Key": r"AIza[\w-]{35}",
    "Google OAuth Secret": r"(?:GOCSPX-[\w-]{28}|ya29\.[\w-]{40,})",
    "Grafana Token": r"gl(?:sa|c)_[A-Za-z\d+/=_]{32,}",
    "Groq Key": r"gsk_[A-Za-z\d]{40,}",
    "HashiCorp Vault Token": r"hv[sbr]\.[\w-]{24,}",
    "Hugging Face Token": r"hf_[A-Za-z\d]{30,}",
    "JSON Web Token": r"eyJ[\w-]{8,4000}\.eyJ[\w-]{2,4000}\.[\w-]*",
    "Linear Key": r"lin_(?:api|oauth)_[A-Za-z\d]{32,}",
    "Notion Token": r"ntn_[A-Za-z\d]{40,}",
    "OpenAI Key": r"sk-(?:proj-|svcacct-|admin-|or-v1-)?(?=[\w-]{0,99}\d)[A-Za-z\d](?=[\w-]{0,99}[A-Z\d])[\w-]{31,}",
    "Postman Key": r"PMAK-[a-f\d]{24}-[a-f\d]{34}",
    "PyPI Token": r"pypi-[\w-]{50,}",
    "Replicate Token": r"r8_[A-Za-z\d]{37}",
    "Shopify Token": r"shp(?:at|ca|pa|ss)_[a-fA-F\d]{32}",
    "Slack App Token": r"xapp-\d-[A-Z\d]+-\d+-[a-z\d]+",
    "Stripe Key": r"(?:[sr]k_(?:test|prod)_[A-Za-z\d]{20,}|whsec_[A-Za-z\d+/]{32,})",
    "Supabase Token": r"sb(?:p|_secret)_[\w-]{24,}",
    "Telegram Bot Token": r"\d{8,10}:AA[\w-]{33}",
    "xAI Key": r"xai-[A-Za-z\d]{60,}",
}
SHAPES = tuple((rule, re.compile(shape, re.ASCII)) for rule, shape in _SHAPES.items())
