"""One word in the ways people write it: each is found by the other, in thirty languages, by words alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.context import World
from domain.search import search
from ports.commands import Mode, Search
from ports.store import Filter
from tests.making import learned, make_world

SPELLINGS = {
    "english": "O’Reilly=O'Reilly façade=facade résumé=resume naïve=naive cliché=cliche e-mail=email wi-fi=wifi "
    "re-index=reindex don’t=don't e‑mail=email user_id=userId",
    "french": "L'équipe=équipe d’urgence=urgence l’équipe=equipe œuvre=oeuvre qu’Hélène=helene français=francais",
    "german": "Müller=Mueller Müller=Muller Straße=Strasse Größe=Groesse E-Mail-Adresse=Emailadresse",
    "spanish": "contraseña=contrasena versión=version búsqueda=busqueda",
    "italian": "dell’ufficio=ufficio l'architettura=architettura città=citta un’amica=amica",
    "portuguese": "reunião=reuniao coração=coracao água-viva=águaviva",
    "catalan": "l’hospital=hospital col·lecció=colleccio d'aigua=aigua",
    "dutch": "coördinatie=coordinatie foto’s=foto ideeën=ideeen",
    "danish": "Søren=Soren Søren=Soeren Ærø=Aero gård=gaard",
    "norwegian": "kjøkken=kjokken Tromsø=Tromsoe",
    "swedish": "Göteborg=Goteborg Malmö=Malmoe smörgås=smorgas",
    "finnish": "työpöytä=tyopoyta wi‑fi=wifi",
    "icelandic": "Þórður=Thordur gögn=gogn",
    "polish": "Łódź=Lodz hasło=haslo świetlica=swietlica",
    "czech": "žluťoučký=zlutoucky soubor’s=soubor",
    "slovak": "kôň=kon dôvera=dovera",
    "hungarian": "szerződés=szerzodes tűzfal=tuzfal",
    "romanian": "ședință=sedinta şedinţă=ședință",
    "croatian": "đumbir=dumbir čekić=cekic",
    "lithuanian": "ąžuolas=azuolas šviesa=sviesa",
    "latvian": "ķirsis=kirsis ģimene=gimene",
    "estonian": "õhtusöök=ohtusook",
    "turkish": "İstanbul=istanbul kapı=kapi kapı=KAPI Ankara’da=Ankara İSTANBUL=Istanbul şifre=sifre",
    "azerbaijani": "gəlir=gelir qapı=qapi",
    "vietnamese": "dữ=du Đà=Da ứng=ung mật-khẩu=matkhau",
    "maltese": "ħobż=hobz",
    "greek": "βάση=βαση Αθήνα=ΑΘΗΝΑ",
    "russian": "ещё=еще приём=прием",
    "ukrainian": "обʼєкт=об'єкт об’єкт=обєкт",
    "hebrew": "שָׁלוֹם=שלום צה״ל=צה\"ל ג׳ירפה=ג'ירפה",
    "arabic": "مُحَمَّد=محمد كتـــاب=كتاب أحمد=احمد مدرسة=مدرسه علي=علی كلمة=کلمة ٢٠٢٦=2026",
    "persian": "می‌خواهم=میخواهم کتاب‌ها=کتابها یک=يك ۱۴۰۵=1405",
    "urdu": "ہے=هے کمپیوٹر=كمپيوٹر",
    "hindi": "ज़रूरत=जरूरत हाँ=हां २०२६=2026",
    "japanese": "サーバ=ｻｰﾊﾞ ＡＰＩ=api",
    "korean": "\u1112\u1161\u11ab\u1100\u1173\u11af=한글",
}
PAIRS = [(language, *pair.split("=")) for language, pairs in SPELLINGS.items() for pair in pairs.split()]
DIFFERENT = ("resumed=resumption", "Muller=Mueller", "mail=e", "reindex=index", "qu=équipe", "don't=don", "2026=1405")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path / "memory.sqlite")


def found(world: World, query: str) -> list[str]:
    return [hit.text for hit in search(world, Search(query=query, mode=Mode.FTS)).results]


def learned_with(world: World, spelling: str) -> str:
    """The text of a memory that holds a spelling, and nothing else that another one holds but its first word."""
    with world.store.read() as reader:
        number = sum(reader.count(Filter(now=world.clock.now())).values())
    text = f"Xyz {spelling} {number + 17}."
    learned(world, text)
    return text


def has_every_word(world: World, query: str) -> int:
    """How many memories hold each word of the query, as it stands or in another form."""
    with world.store.read() as reader:
        return len(reader.with_every_word(query, list(range(100))))


def test_there_are_thirty_languages() -> None:
    assert len(SPELLINGS) >= 30


@pytest.mark.parametrize(("language", "one", "other"), PAIRS)
def test_each_spelling_finds_the_other(world: World, language: str, one: str, other: str) -> None:
    learned(world, "Xylophones belong in the attic.")
    assert found(world, one) == found(world, other) == [], "the control"
    del language
    texts = [learned_with(world, spelling) for spelling in (one, other)]
    assert sorted(found(world, one)) == sorted(found(world, other)) == sorted(texts)
    assert has_every_word(world, one) == has_every_word(world, other) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [("façade", "facade"), ("équipe", "l’équipe"), ("Müller", "Mueller"), ("dữ", "du"), ("Łódź", "Lodz"),
     ("e-mail", "email"), ("re-index", "reindex"), ("kapı", "kapi"), ("أحمد", "احمد"), ("ещё", "еще")],
)  # fmt: skip
def test_what_was_typed_ranks_above_its_other_spellings(world: World, one: str, other: str) -> None:
    texts = {spelling: learned_with(world, spelling) for spelling in (one, other)}
    for spelling in (one, other):
        assert len(found(world, spelling)) == 2
        assert found(world, spelling)[0] == texts[spelling]


@pytest.mark.parametrize("pair", DIFFERENT)
def test_other_words_are_not_found(world: World, pair: str) -> None:
    one, other = pair.split("=")
    text = [learned_with(world, spelling) for spelling in (one, other)][1]
    assert len(found(world, "xyz")) == 2, "the control"
    assert found(world, other) == [text]
