"""Small integers that stand for the vocabulary in the indexes."""

from __future__ import annotations

from ports.vocabulary import Kind

KIND_CODES = {kind: code for code, kind in enumerate(Kind)}
"""Append to the vocabulary, never reorder it."""
