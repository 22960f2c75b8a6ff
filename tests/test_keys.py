"""Keys: which writings of a text are the same, and which only look related."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.keys import exact_key, folded_key, normal

SAME_EXACTLY = [
    ("Deploys on Tuesdays", "deploys ON tuesdays"),
    ("Deploys on Tuesdays", "  Deploys\ton \n Tuesdays "),
    ("Deploys on Tuesdays", "Deploys on Tues\u200bdays"),
    ("Deploys on Tuesdays", "Deploys on Tues\u00addays"),
    ("Deploys on Tuesdays", "\u202eDeploys on Tuesdays\u202c"),
    ("Deploys on Tuesdays", "Deploys\u00a0on\u2003Tuesdays"),
    ("Deploys on Tuesdays", "Ｄｅｐｌｏｙｓ on Tuesdays"),
    ("Deploys on Tuesdays", "Deploys on Tuesdays\ufe0f"),
    ("Deploys on Tuesdays", "Deploys on Tuesdays\U000e0041"),
    ("café", "cafe\u0301"),
    ("STRASSE", "straße"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ("ﬁle", "file"),
    ("Ⅳ", "iv"),
    ("q\u0307\u0323", "q\u0323\u0307"),
    ("नमस्ते", "नमस्ते\u200b"),
    ("Привет мир", "ПРИВЕТ  МИР"),
    ("緑茶", "緑\u2060茶"),
    ("ｶﾀｶﾅ", "カタカナ"),
    ("İstanbul", "i\u0307stanbul"),
]
SAME_FOLDED = [
    ("The cache lives on ember.", "The cасhe lives on ember."),
    ("paypal", "pаypal"),
    ("scope", "ѕcope"),
    ("The office is in Ghent", "The оffice is in Ghent"),
    ("The key is on the shelf", "The kеy is оn the shelf"),
    ("alpha beats beta", "αlpha beats beta"),
    ("The Host is up", "The Ηost is up"),
    ("copy the cope files now", "copy the соре files now"),
    ("python runs", "pуthon runs"),
    ("The harbour crane", "The hаrbour crаne"),
]
DIFFERENT = [
    ("v1.2", "v1.3"),
    ("C", "C++"),
    ("C", "C#"),
    ("не", "he"),
    ("a.b", "ab"),
    ("port 5432", "port 5433"),
    ("The port is open", "The port is not open"),
    ("resume", "résumé"),
    ("modern", "modem"),
    ("l1", "ll"),
    ("v1.0", "v1.o"),
    ("I", "l"),
    ("burn", "bum"),
    ("мир", "миръ"),
    ("Schon", "Schön"),
    ("sin", "sín"),
    ("नमक", "नमन"),
    ("緑茶", "緑山"),
    ("كتاب", "كتب"),
    ("λόγος", "λόγου"),
    ("to day", "today"),
    ("it's", "its"),
    ("x86", "x64"),
    ("1e3", "13"),
    ("-1", "1"),
    ("true", "false"),
    ("on", "off"),
    ("user_id", "userid"),
    ("src/a.py", "src/b.py"),
    ("Он не пришёл", "On he пришёл"),
]


@pytest.mark.parametrize(("left", "right"), SAME_EXACTLY)
def test_the_exact_key_sees_through_writing(left: str, right: str) -> None:
    assert exact_key(left) == exact_key(right)
    assert folded_key(left) == folded_key(right)


@pytest.mark.parametrize(("left", "right"), SAME_FOLDED)
def test_the_folded_key_sees_through_lookalikes(left: str, right: str) -> None:
    assert left != right
    assert exact_key(left) != exact_key(right)
    assert folded_key(left) == folded_key(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_what_only_looks_related_stays_apart(left: str, right: str) -> None:
    assert exact_key(left) != exact_key(right)
    assert folded_key(left) != folded_key(right)


def test_parts_are_not_run_together() -> None:
    assert len({exact_key("ab", "c"), exact_key("a", "bc"), exact_key("abc"), exact_key("a", "b", "c")}) == 4


@given(st.text(max_size=40))
def test_a_normal_form_is_its_own(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@given(st.text(max_size=40))
def test_composition_and_case_make_no_difference(text: str) -> None:
    assert exact_key(unicodedata.normalize("NFD", text)) == exact_key(unicodedata.normalize("NFC", text))
