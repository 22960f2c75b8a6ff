"""One statement or two: every pair goes through the gate of a real store, in both directions."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adapters.no_embedder import NoEmbedder
from domain import retire, typography
from domain.context import World
from domain.remember import learn
from entrypoints.arguments import parse
from ports.answers import Action, Stored
from ports.commands import Learn, Retire
from ports.errors import Refused
from ports.vocabulary import RetireReason
from tests.making import AGENT, PERSON, make_world

DIFFERENT = [
    ("Remove topics with git branch -d.", "Remove topics with git branch -D."),
    ("Call tar -x here.", "Call tar -X here."),
    ("Set $path before the build.", "Set $PATH before the build."),
    (r"Dates match \d alone.", r"Dates match \D alone."),
    ("The cache holds 10 Mb.", "The cache holds 10 MB."),
    ("The cache holds 10Mb.", "The cache holds 10MB."),
    ("The clock runs at 5 mHz.", "The clock runs at 5 MHz."),
    ("The grid has 10² cells.", "The grid has 102 cells."),
    ("Log H₂O levels.", "Log H2O levels."),
    ("if ready:\n    go()\n    stop()", "if ready:\n    go()\nstop()"),
    ("if ready:\n\tgo()", "if ready:\n  go()"),
    ("Two lines\nhere", "Two lines here"),
    ("Run `make  all` first.", "Run `make all` first."),
    ("Run `Make` first.", "Run `make` first."),
    ("The file says ```\nx = Yes\n```", "The file says ```\nx = yes\n```"),
    ("Example:\n    echo “x”", 'Example:\n    echo "x"'),
    ("C is our language.", "c is our language."),
    ("Choose plan A.", "Choose plan a."),
    ("resume the job", "résumé the job"),
    ("Wir fahren schon.", "Wir fahren schön."),
    ("Kleine Masse zählt.", "Kleine Maße zählt."),
    ("Call getUser here.", "Call getuser here."),
    ("Read user_Id here.", "Read user_id here."),
    ("Look in /srv/Data today.", "Look in /srv/data today."),
    ("Rename User to user.", "Rename user to User."),
    ("We ship the Polish build.", "We ship the polish build."),
    ("The port is open.", "The port is not open."),
    ("Don't restart it.", "Do restart it."),
    ("The job is on.", "The job is off."),
    ("Is the port open?", "Is the port open"),
    ("Delete *.log files", "Delete .log files"),
    ("ls *tmp*", "ls tmp"),
    ("Override __init__ there.", "Override init there."),
    ("cd ..", "cd ."),
    ("cd .", "cd"),
    ("Its owner left.", "It's owner left."),
    ("Use a.b there.", "Use ab there."),
    ("Bind port -1.", "Bind port 1."),
    ("git checkout -- file", "git checkout - file"),
    ("- old\n+ new", "+ old\n- new"),
    ("- 5 degrees outside", "5 degrees outside"),
    ("The product is 5!", "The product is 5"),
    ("α is 0.5 here.", "a is 0.5 here."),
    ("Wait 5 ms.", "Wait 5 μs."),
    ("The API is v1.2.", "The API is v1.3."),
    ("Install C++ tools.", "Install C# tools."),
    ("Write a < b there.", "Write a > b there."),
    ('Write "a" or "b".', "Write a or b."),
    ("sıkıldım bugün", "sikildim bugün"),
    ("It is x86.", "It is X86."),
]
SAME = [
    ("The owner is called Petra.", "The owner is called Petra"),
    ("The owner is called Petra.", "The owner is called Petra!"),
    ("The owner is called Petra.", "The owner is called Petra!!!"),
    ("The owner is called Petra.", "The owner is called Petra..."),
    ("The owner is called Petra.", '"The owner is called Petra."'),
    ("The owner is called Petra.", "“The owner is called Petra”."),
    ("The owner is called Petra.", "«The owner is called Petra»!"),
    ("The owner is called Petra.", "'The owner is called Petra'"),
    ("The owner is called Petra.", "- The owner is called Petra."),
    ("The owner is called Petra.", "* The owner is called Petra."),
    ("The owner is called Petra.", "• The owner is called Petra"),
    ("The owner is called Petra.", "+ The owner is called Petra"),
    ("The owner is called Petra.", "The owner is called **Petra**."),
    ("The owner is called Petra.", "The owner is called *Petra*."),
    ("The owner is called Petra.", "The owner is called _Petra_."),
    ("The owner is called Petra.", "__The owner__ is called Petra."),
    ("The owner is called Petra.", "**The owner is called Petra.**"),
    ("The owner is called Petra.", "the owner is called Petra."),
    ("The owner is called Petra.", "The owner is called PETRA."),
    ("The owner is called Petra.", "THE OWNER IS CALLED PETRA."),
    ("The owner is called petra.", "The owner is called PETRA."),
    ("The owner is called Petra.", "The  owner\tis   called Petra."),
    ("The owner is called Petra.", "  The owner is called Petra. \n"),
    ("The owner is called Petra.", "The owner is called Pe\u200btra."),
    ("The owner is called Petra.", "The owner is called Pe\u00adtra."),
    ("The owner is called Petra.", "The owner\u00a0is called Petra."),
    ("The owner is called Petra.", "The owner is called Petra\ufe0f."),
    ("The owner is called Petra.", "\u202eThe owner is called Petra.\u202c"),
    ("The owner is called Petra.", "The owner is called Petr&#97;."),
    ("The owner is called Petra.", "The owner is called Ｐｅｔｒａ."),
    ("R&D owns the build.", "R&amp;D owns the build."),
    ("The port is 5432.", "The port is ٥٤٣٢."),
    ("The port is 5432.", "The port is ५४३२."),
    ("The port is 5432.", "The port is 5432!"),
    ("الخادم في القاهرة", "الخـــادم في القاهرة"),
    ("الخادم في القاهرة", "الخَادِمُ فِي القَاهِرَةِ"),
    ("שלום לכל אדם", "שָׁלוֹם לְכָל אָדָם"),
    ("istanbul holds the office.", "İstanbul holds the office."),
    ("The office is in Istanbul.", "The office is in İstanbul."),
    ("It’s the owner's key.", "It's the owner’s key."),
    ("Pages 3–5 are due.", "Pages 3-5 are due."),
    ("Deploys — on Tuesdays — run.", "Deploys – on Tuesdays - run."),
    ("He said “wait” to us.", 'He said "wait" to us.'),
    ("It waits… for us.", "It waits... for us."),
    ("Le café est fermé.", "Le cafe\u0301 est ferme\u0301."),
    ("First line.\nSecond line.", "First line.\r\nSecond line."),
    ("It is here. It stays.", "It is here. it stays."),
    ("Use `make all`.", "Use `make all`"),
    ("緑茶が好きです。", "緑茶が好きです"),
    ("सर्वर मुंबई में है।", "सर्वर मुंबई में है"),
    ("Σίσυφος μένει εδώ.", "ΣΊΣΥΦΟΣ μένει εδώ."),
]
LOOKALIKES = [
    ("The owner is called Petra.", "The оwner is called Реtra"),
    ("The owner is called Petra.", "The owner is called 𝐏𝐞𝐭𝐫𝐚"),
    ("The owner is called Petra.", "The &#x43e;wner is called Petra!"),
    ("The owner is called Petra.", "The &amp;#111;wner is called Petra"),
    ("Сервер стоит в Москве.", "Cepвep cтoит в Mockвe"),
]
both_ways = pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path / "memory.sqlite", embedder=NoEmbedder())


def say(world: World, text: str) -> Stored:
    return learn(world, AGENT, parse(Learn, {"category": "insight", "content": text}))


def reject(world: World, memory_id: str | None) -> None:
    retire.retire(world, PERSON, Retire(id=memory_id or "", reason=RetireReason.WRONG))


def is_refused(world: World, text: str) -> bool:
    try:
        say(world, text)
    except Refused as error:
        return error.code == "VALUE_REJECTED"
    return False


@both_ways
@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_means_something_else_is_another_statement(world: World, one: str, other: str, turned: bool) -> None:
    one, other = (other, one) if turned else (one, other)
    first = say(world, one)
    assert [first.action, say(world, other).action] == [Action.ADDED, Action.ADDED]
    assert say(world, one).action is Action.DUPLICATE, "the control: the same once more"
    reject(world, first.id)
    assert say(world, other).action is Action.DUPLICATE, "neither falls with the other"
    assert is_refused(world, one), "the control: the rejection stands"


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_means_something_else_is_taken_where_the_other_was_rejected(world: World, one: str, other: str) -> None:
    reject(world, say(world, one).id)
    assert say(world, other).action is Action.ADDED
    assert is_refused(world, one), "the control"


@both_ways
@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_is_only_written_otherwise_is_the_same_statement(world: World, one: str, other: str, turned: bool) -> None:
    one, other = (other, one) if turned else (one, other)
    assert one != other
    first = say(world, one)
    again = say(world, other)
    assert (again.action, again.id, again.usage_count) == (Action.DUPLICATE, first.id, 1)
    assert again.differs == (f"content: kept {one}, not {other}",), "what was not stored is shown"
    assert say(world, one).differs is None, "the control: nothing differs"
    reject(world, first.id)
    assert is_refused(world, other)
    assert say(world, "Something else altogether.").action is Action.ADDED, "the control"


@pytest.mark.parametrize(("one", "other"), LOOKALIKES)
def test_a_rejection_sees_through_lookalikes(world: World, one: str, other: str) -> None:
    first = say(world, one)
    assert say(world, other).action is Action.ADDED, "the statement's own key keeps them apart"
    reject(world, first.id)
    assert is_refused(world, other)


def test_the_tables_are_long_enough() -> None:
    assert len(DIFFERENT) >= 40
    assert len(SAME) >= 40


@pytest.mark.parametrize(
    "part", ["- ", "`", "~~~\n", "*a ", "**a ", '"', "&amp;", "- a\n", "    a\n", "a.", "5!", "('"]
)
def test_no_text_needs_many_passes(part: str) -> None:
    """Counted, not timed: taking apart a text of 10,000 characters calls few functions."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    text = (part * 10_000)[:10_000]
    sys.setprofile(count)
    try:
        typography.plain(text)
    finally:
        sys.setprofile(None)
    assert calls < 150_000


def test_a_long_text_is_shown_where_it_differs(world: World) -> None:
    text = "The build is green on every branch. " * 40
    say(world, f"{text} Deploys follow.")
    (told,) = say(world, f"{text} deploys follow").differs or ()
    assert "kept" in told
    assert "Deploys follow., not" in told
    assert len(told) < 700
