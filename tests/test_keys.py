"""Keys of names, the forms of before, and lookalikes; tests/test_statements.py has the statements."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.former_keys import folded, former_key
from domain.keys import name_form, name_key, normal
from domain.statements import rejection_key, same, same_when_seen, statement_key

SAME_BEFORE = [
    ("Deploys on Tuesdays", "deploys ON tuesdays"),
    ("Deploys on Tuesdays", "  Deploys\ton \n Tuesdays "),
    ("Deploys on Tuesdays", "Deploys on Tues\u200bdays"),
    ("Deploys on Tuesdays", "Deploys on Tues\u00addays"),
    ("Deploys on Tuesdays", "\u202eDeploys on Tuesdays\u202c"),
    ("Deploys on Tuesdays", "\u2066Deploys\u2069 on Tuesdays"),
    ("Deploys on Tuesdays", "Deploys\u00a0on\u2003Tuesdays"),
    ("Deploys on Tuesdays", "Ｄｅｐｌｏｙｓ on Tuesdays"),
    ("Deploys on Tuesdays", "𝐃𝐞𝐩𝐥𝐨𝐲𝐬 on Tuesdays"),
    ("Deploys on Tuesdays", "Deploys on Tuesdays\ufe0f"),
    ("Deploys on Tuesdays", "Deploys on Tuesdays\U000e0041"),
    ("Deploys on Tuesdays", "Deploys on\u3164 Tuesdays"),
    *(("Deploys on Tuesdays", f"Deploys on Tues{unseen}days") for unseen in "\x01\x1b\x7f\x9f\u2800\ufffc\ue000\uffff"),
    ("café", "cafe\u0301"),
    ("STRASSE", "straße"),
    ("ÜBERGABE", "u\u0308bergabe"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ("ﬁle", "file"),
    ("Ⅳ", "iv"),
    ("10 ㎞", "10 KM"),
    ("q\u0307\u0323", "q\u0323\u0307"),
    ("नमस्ते", "नमस्ते\u200b"),
    ("\u0958लम", "\u0915\u093cलम"),
    ("Привет мир", "ПРИВЕТ  МИР"),
    ("йод", "и\u0306од"),
    ("緑茶", "緑\u2060茶"),
    ("ｶﾀｶﾅ", "カタカナ"),
    ("한글", unicodedata.normalize("NFD", "한글")),
    ("İstanbul", "i\u0307stanbul"),
    ("السلام", "\u200fالسلام\u200f"),
    ("ﻻ", "لا"),
]
SAME_FOLDED = [
    ("The cache lives on ember.", "The cасhe lives on ember."),
    ("The cache lives on ember.", "Тһе сасһе lіvеs оn еmьеr."),
    ("paypal", "pаypal"),
    ("paypal", "pɑypal"),
    ("scope", "ѕcope"),
    ("note", "Νote"),
    ("Istanbul", "Ιstanbul"),
    ("The office is in Ghent", "The оffice is in Ghent"),
    ("The key is on the shelf", "The kеy is оn the shelf"),
    ("alpha beats beta", "αlpha beats beta"),
    ("The Host is up", "The Ηost is up"),
    ("THE HOST IS UP", "ТНЕ НОЅТ IS UP"),
    ("copy the cope files now", "copy the соре files now"),
    ("python runs", "pуthon runs"),
    ("python runs", "pyтhon runs"),
    ("The harbour crane", "The hаrbour crаne"),
    ("a queue is full", "а queue is full"),
    ("Serve café crème", "Serve cаfé crèmе"),
    ("Größe der Häfen", "Größе der Häfеn"),
    ("The daemon is back", "The ⅾaemon iѕ bасk"),
    ("small caps", "sᴍall caps"),
    ("armed quota full", "armeԁ զuota full"),
    ("cherokee log", "ᏟHerokee log"),
    ("Сервер стоит в Москве", "Cервер стoит в Mоскве"),
    ("Сервер стоит в Москве", "Cepвep cтoит в Mockвe"),
    ("Он не пришёл", "Oн нe пришёл"),
    ("Ключ лежит на полке", "Kлюч лeжит на пoлкe"),
    ("Это не наш порт", "Этo нe наш пoрт"),
    ("Пароль хранится у Ольги", "Пaроль xранится y Oльги"),
    ("Η βάση δεδομένων", "H βάση δεδομένων"),
    ("Η βάση δεδομένων", "Η βάση δεδoμένων"),
    ("Το αρχείο είναι εδώ", "Τo αρχείo είναι εδώ"),
    ("東京のserver", "東京のsеrver"),
    ("सर्वर server पर है", "सर्वर sеrvеr पर है"),
]
DIFFERENT = [
    ("v1.2", "v1.3"),
    ("C", "C++"),
    ("C", "C#"),
    ("не", "he"),
    ("соре", "cope"),
    ("ВОТ", "BOT"),
    ("Это вот", "Это bot"),
    ("Он не пришёл", "On he пришёл"),
    ("a.b", "ab"),
    ("port 5432", "port 5433"),
    ("port 5O", "port 50"),
    ("The port is open", "The port is not open"),
    ("resume", "résumé"),
    ("modern", "modem"),
    ("vvhile", "while"),
    ("cl", "d"),
    ("l1", "ll"),
    ("v1.0", "v1.o"),
    ("v1.0", "v1.О"),
    ("I", "l"),
    ("1", "I"),
    ("burn", "bum"),
    ("5 μs", "5 ms"),
    ("5 μm", "5 mm"),
    ("α = 0.5", "a = 0.5"),
    ("σ of the sample", "o of the sample"),
    ("мир", "миръ"),
    ("мир", "міръ"),
    ("всё", "все"),
    ("Schon", "Schön"),
    ("Masse", "Mäße"),
    ("sin", "sín"),
    ("sıkıldım", "sikildim"),
    ("नमक", "नमन"),
    ("कल", "काल"),
    ("緑茶", "緑山"),
    ("土曜", "士曜"),
    ("カ", "力"),
    ("كتاب", "كتب"),
    ("علم", "عالم"),
    ("λόγος", "λόγου"),
    ("νόμος", "vόμος καινός"),
    ("to day", "today"),
    ("it's", "its"),
    ("x86", "x64"),
    ("1e3", "13"),
    ("-1", "1"),
    ("true", "false"),
    ("on", "off"),
    ("user_id", "userid"),
    ("src/a.py", "src/b.py"),
]
ONE_ALPHABET = [
    "Die Größe der Häfen wächst",
    "Сервер стоит в Москве",
    "Η ΒΆΣΗ ΔΕΔΟΜΈΝΩΝ είναι εδώ",
    "सर्वर मुंबई में है",
    "服务器在北京",
    "サーバは東京にある",
    "الخادم في القاهرة",
    "서버는 서울에 있다",
    "Դարձիր տուն",
    "השרת נמצא בחיפה",
]
POSES = str.maketrans("aceiopsxyABCEHKMOPTX", "асеіорѕхуАВСЕНКМОРТХ")
SENTENCES = st.sampled_from(
    ["The cache of the shop lives on ember", "BACKUPS RUN AT MIDNIGHT", "Our staging host is in Ghent", "apex"]
)


@pytest.mark.parametrize(("left", "right"), SAME_BEFORE)
def test_the_form_of_before_is_kept_for_rejections_whose_text_is_gone(left: str, right: str) -> None:
    assert left != right
    assert former_key(left) == former_key(right)


def test_the_keys_of_before_are_those_that_stores_hold() -> None:
    assert former_key("The vault code is on the shelf.") == "d263af991074698ada4b00e3ae762410"
    assert former_key("Die Größe", "wächst") == "8cf04b4b71ee79b932a779f283ffc2cf"


@pytest.mark.parametrize(("left", "right"), SAME_FOLDED)
def test_a_rejection_sees_through_lookalikes_and_a_statement_does_not(left: str, right: str) -> None:
    assert left != right
    assert not same(left, right)
    assert same_when_seen(left, right)
    assert rejection_key(left) == rejection_key(right)
    assert former_key(left) == former_key(right)


@pytest.mark.parametrize(("left", "right"), DIFFERENT)
def test_what_only_looks_related_stays_apart(left: str, right: str) -> None:
    assert not same(left, right)
    assert not same_when_seen(left, right)
    assert former_key(left) != former_key(right)


@pytest.mark.parametrize("text", ONE_ALPHABET)
def test_a_text_in_one_alphabet_is_left_alone(text: str) -> None:
    assert folded(text) == normal(text)
    assert former_key(text.upper()) == former_key(text)
    assert rejection_key(text) == statement_key(text)


@given(SENTENCES, st.data())
def test_whatever_letters_are_swapped_the_rejection_is_the_same(sentence: str, data: st.DataObject) -> None:
    swapped = "".join(letter.translate(POSES) if data.draw(st.booleans()) else letter for letter in sentence)
    # A word in one alphabet throughout, in a text of that alphabet alone, is that alphabet's: it poses as nothing.
    anchored, plain = f"{swapped} with full logs", f"{sentence} with full logs"
    assert former_key(anchored) == former_key(plain)
    assert rejection_key(anchored) == rejection_key(plain)
    assert same_when_seen(anchored, plain)


@given(st.text(max_size=40), st.text(max_size=40))
def test_what_is_the_same_is_found_by_its_key(left: str, right: str) -> None:
    for one, other in ((left, right), (left, f"{left}."), (left, left.upper()), (left, left.capitalize())):
        assert not same(one, other) or statement_key(one) == statement_key(other)
        assert not same_when_seen(one, other) or rejection_key(one) == rejection_key(other)


@given(st.text(max_size=40))
def test_a_statement_is_the_same_as_itself(text: str) -> None:
    assert same(text, text)
    assert same_when_seen(text, text)
    assert same(text, unicodedata.normalize("NFD", unicodedata.normalize("NFC", text)))


def test_parts_are_not_run_together() -> None:
    for key in (statement_key, former_key):
        keys = {key(*parts) for parts in (("ab", "c"), ("a", "bc"), ("abc",), ("a", "b", "c"))}
        assert len(keys) == 4


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Shop", "shop"),
        ("Shop", " shop "),
        ("shop", "shop/"),
        ("shop", "sh\u200bop"),
        ("café", "cafe\u0301"),
        ("C:\\", "c:\\"),
        ("C:\\Work", "c:\\work\\"),
        ("İzmir", "izmir"),
        ("two  words", "two words"),
    ],
)
def test_a_name_is_the_same_however_it_is_written(left: str, right: str) -> None:
    assert name_key(left) == name_key(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("C", "c"), ("Go", "GO"), ("C", "C++"), ("C", "C#"), ("a/b", "ab"), ("cafe", "café"), ("/", "shop"), ("v2", "v²")],
)
def test_another_name_is_another(left: str, right: str) -> None:
    assert name_key(left) != name_key(right)


@given(st.text(max_size=40))
def test_the_form_of_a_name_is_its_own(name: str) -> None:
    assert name_form(name_form(name)) == name_form(name) or len(name_form(name)) <= 2


def test_a_key_is_32_hexadecimal_digits() -> None:
    for key in (statement_key(""), rejection_key("ß"), name_key("a"), former_key("ß", "")):
        assert len(key) == 32
        assert int(key, 16) >= 0
    assert statement_key("a") != statement_key("b")


def test_the_normal_form_of_every_letter_is_its_own() -> None:
    # Everything below the ideographs, then what Unicode kept for compatibility's sake.
    for code in (*range(0x3400), *range(0xA640, 0xAC00), *range(0xF900, 0x10FFF), *range(0x1D000, 0x1F200)):
        once = normal(chr(code))
        assert normal(once) == once, hex(code)


@given(st.text(max_size=40))
def test_a_normal_form_is_its_own(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@given(st.text(max_size=40))
def test_composition_makes_no_difference(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert statement_key(decomposed) == statement_key(composed)
    assert rejection_key(decomposed) == rejection_key(composed)
    assert former_key(decomposed) == former_key(composed)


@given(st.text(max_size=40))
def test_the_ascii_path_is_the_general_path(text: str) -> None:
    ascii_only = "".join(letter for letter in text if letter.isascii())
    assert normal(ascii_only) == normal(f"é{ascii_only}é").strip("é").strip()
