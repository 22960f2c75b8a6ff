"""Whatever is derived from the ledger is held against it by `doctor`, and made anew from it by `reindex`."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from domain import retire, spaces
from domain.context import World, unwatched
from domain.doctor import vector_problems
from domain.embedding import embed_query, space_of
from domain.fitness import unfit_texts
from domain.rewording import reword
from ports.commands import Retire
from ports.store import Filter
from ports.vocabulary import RetireReason
from tests.cli.shell import Shell
from tests.making import AGENT, PERSON, learned

LONG = " ".join(
    f"Sentence {number} of the keeper tells at some length how the lamp is to be trimmed." for number in range(80)
)
DAMAGES = {
    "vectors": "DELETE FROM vectors",
    "half of the vectors": "DELETE FROM vectors WHERE chunk_id % 2",
    "chunks": "DELETE FROM vector_chunks",
    "one of several chunks": "DELETE FROM vector_chunks WHERE chunk_id = (SELECT max(chunk_id) FROM vector_chunks)",
    "sentences": "DELETE FROM vector_sentences",
    "spaces of vectors": "DELETE FROM vector_spaces",
    "counts": "UPDATE vector_spaces SET chunks = 0",
    "scopes": "UPDATE vector_chunks SET live = 1 - live",
    "foreign projects": "UPDATE vector_chunks SET project_id = 7",
    "codes": "UPDATE vector_chunks SET code = x'00'",
    "blank vectors": "UPDATE vectors SET vector = zeroblob(length(vector))",
    "short vectors": "UPDATE vectors SET vector = x'00'",
    "cut sentences": "UPDATE vector_sentences SET vectors = x'00'",
    "a table of vectors": "DROP TABLE vectors",
    "the table of sentences": "DROP TABLE vector_sentences",
    "a trigger": "DROP TRIGGER vector_chunks_removed",
    "spaces": "PRAGMA foreign_keys = OFF; DELETE FROM spaces",
    "texts": "PRAGMA foreign_keys = OFF; DELETE FROM texts",
    "which texts are live": "UPDATE texts SET live = 1 - live",
    "kinds of texts": "UPDATE texts SET kind = 5",
    "lexicon": "DELETE FROM lexicon",
    "past lexicon": "DELETE FROM lexicon_past",
    "words": "UPDATE lexicon SET title = '', body = 'nothing', stems = ''",
}


def damage(path: Path, statement: str) -> None:
    """With the store's own SQLite: two of them in one process would lose each other's locks."""
    file = apsw.Connection(str(path))
    file.execute(statement)
    file.close()


def kept(world: World) -> None:
    """A notebook with a short text, a long one, a scoped and a past one."""
    learned(world, "The lighthouse is red.")
    learned(world, LONG)
    learned(world, "The harbour is blue.", project="shop")
    gone = learned(world, "The lighthouse was green.")
    retire.retire(world, PERSON, Retire(id=gone, reason=RetireReason.OBSOLETE))
    spaces.reindex(world, PERSON, unwatched)
    assert world.store.check() == []


def first_hits(world: World) -> list[str]:
    """What each leg finds first, in each scope."""
    found: list[str] = []
    for question, project in (("lighthouse red", None), ("keeper lamp trimmed", None), ("harbour blue", "shop")):
        where = Filter(now=world.clock.now(), project=project)
        space, vector = embed_query(world.embedder, question)
        with world.store.read() as reader:
            legs = (reader.lexical(question, where, 3), reader.nearest(space, vector, where, 3))
            found += [one.body.text[:20] for hits in legs for one in reader.load([hits[0].revision_id]).values()]
    return found


def problems(world: World) -> list[str]:
    return [*world.store.check(), *vector_problems(world.store)]


@pytest.mark.parametrize("kind", DAMAGES)
def test_what_is_gone_or_wrong_is_told_and_mended(world: World, shell: Shell, kind: str) -> None:
    path = shell.folder / "memory.sqlite"
    kept(world)
    before = first_hits(world)
    assert problems(world) == [], "the positive control"
    world.store.close()
    damage(path, DAMAGES[kind])
    again = shell.world()
    assert any("palimpsest reindex" in problem for problem in problems(again))
    reword(again, PERSON, unwatched)
    spaces.reindex(again, PERSON, unwatched)
    assert problems(again) == []
    assert first_hits(again) == before
    again.store.close()


ORDINARY = """
SELECT name, rootpage FROM sqlite_schema WHERE type = 'index'
AND rootpage NOT IN (SELECT rootpage FROM sqlite_schema WHERE type = 'table')
"""
EMPTY_LEAF = bytes([10, 0, 0, 0, 0])
"""How a page of an index begins that holds no entry (https://www.sqlite.org/fileformat2.html#b_tree_pages)."""


def emptied(path: Path) -> list[str]:
    """Empty every ordinary index that has entries, in the file itself; returns their names."""
    file = apsw.Connection(str(path))
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = int(file.pragma("page_size"))
    roots = dict(file.execute(ORDINARY))
    file.close()
    content = bytearray(path.read_bytes())
    filled = {name: (root - 1) * size for name, root in roots.items() if any(content[(root - 1) * size + 3 :][:2])}
    for at in filled.values():
        content[at : at + 8] = EMPTY_LEAF + (size % 65_536).to_bytes(2, "big") + b"\0"
    path.write_bytes(content)
    return sorted(filled)


def test_every_ordinary_index_is_made_anew_from_its_table(world: World, shell: Shell) -> None:
    kept(world)
    before = first_hits(world)
    world.store.close()
    names = emptied(shell.folder / "memory.sqlite")
    assert len(names) > 10
    told = shell.run("doctor")
    assert told.status == 1
    assert any(f"The index {name} does not match its table; run `palimpsest reindex`." in told.out for name in names)
    assert shell.run("reindex").status == 0
    assert shell.run("doctor").status == 0
    again = shell.world()
    assert problems(again) == []
    assert first_hits(again) == before
    again.store.close()


def test_the_command_that_doctor_names_mends(world: World, shell: Shell) -> None:
    kept(world)
    damage(shell.folder / "memory.sqlite", DAMAGES["vectors"])
    told = shell.run("doctor")
    assert told.status == 1
    assert "The vectors of 4 texts are missing or not theirs; run `palimpsest reindex`." in told.out
    assert told.out.endswith("the memories are sound; run `palimpsest reindex`\n")
    assert "Vectors: 4 texts embedded" in shell.run("reindex").out
    assert shell.run("doctor").status == 0


def test_a_text_that_waits_for_nothing_and_has_no_vectors_is_found(world: World, shell: Shell) -> None:
    kept(world)
    damage(shell.folder / "memory.sqlite", "DELETE FROM vector_chunks WHERE text_id = 1; DELETE FROM pending")
    space = space_of(world.embedder)
    assert space is not None
    with world.store.read() as reader:
        assert unfit_texts(reader, space) == [1]
    assert spaces.reindex(world, AGENT, unwatched) == 1, "the others keep theirs"


def test_a_search_goes_on_when_the_list_of_changes_is_lost(world: World, shell: Shell) -> None:
    kept(world)
    damage(shell.folder / "memory.sqlite", "DELETE FROM vector_changes")
    again = shell.world()
    assert first_hits(again)[:2] == ["The lighthouse is re"] * 2
    again.store.close()
