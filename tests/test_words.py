"""The lexical analysis: what a text is found by, in languages and in programs' names."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adapters.sqlite.words import TOKENIZER, WEIGHTS, analyse, each, match, match_all

FOUND = [
    ("The staging database listens on port 5433.", "DATABASE"),
    ("The staging database listens on port 5433.", "listening"),
    ("Deploys go out on Tuesdays.", "deploy tuesday"),
    ("Always use BEGIN IMMEDIATE for writes.", "BEGIN IMMEDIATE"),
    ("Call getUserId before login.", "getUserId"),
    ("Call getUserId before login.", "user id"),
    ("The column is created_at.", "created_at"),
    ("The column is created_at.", "created"),
    ("See src/db/client.ts for it.", "src/db/client.ts"),
    ("See src/db/client.ts for it.", "client.ts"),
    ("See src/db/client.ts for it.", "client"),
    ("We are on v2.4.1 now.", "v2.4.1"),
    ("Written in C++ and C#.", "C++"),
    ("Written in C++ and C#.", "c#"),
    ("It doesn't retry.", "doesn't"),
    ("Das Café schließt früh.", "cafe"),
    ("Das Café schließt früh.", "café"),
    ("Die Datenbanken laufen.", "Datenbank"),
    ("我们用绿茶做实验", "绿茶"),
    ("毎朝緑茶を飲む", "緑茶"),
    ("ฉันชอบภาษาไทยมาก", "ภาษาไทย"),
    ("녹차를 마셨다", "녹차"),
    ("हमने किताबें खरीदीं", "किताबें"),
    ("Мы запускаем тесты ночью", "тест"),
    ("Οι βάσεις δεδομένων", "βάσεις"),
    ("The 🚀 launch went well", "🚀"),
]
NOT_FOUND = [
    ("Written in C.", "C++"),
    ("We are on v2.4.1 now.", "v2.4.2"),
    ("我们用绿茶做实验", "红茶"),
    ("The staging database.", "production"),
]


def index(*texts: str) -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.execute(f'CREATE VIRTUAL TABLE t USING fts5(title, body, stems, tokenize = "{TOKENIZER}")')
    for number, text in enumerate(texts):
        words = analyse("", text)
        row = (number, words.title, words.body, words.stems)
        connection.execute("INSERT INTO t (rowid, title, body, stems) VALUES (?, ?, ?, ?)", row)
    return connection


def search(connection: apsw.Connection, expression: str | None) -> list[int]:
    weights = ", ".join(map(str, WEIGHTS))
    statement = f"SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t, {weights})"
    return [row[0] for row in connection.execute(statement, (expression,))] if expression else []


@pytest.mark.parametrize(("text", "query"), FOUND)
def test_it_is_found(text: str, query: str) -> None:
    connection = index("Something else entirely, xyzzy.", text)
    assert search(connection, match(query)) == [1]
    assert search(connection, match_all(query)) == [1]


@pytest.mark.parametrize(("text", "query"), NOT_FOUND)
def test_it_is_not_found(text: str, query: str) -> None:
    connection = index(text, f"This one is about {query}.")
    assert 1 in search(connection, match_all(query)), "the control"
    assert 0 not in search(connection, match_all(query))


def test_an_exact_word_ranks_above_its_stem() -> None:
    connection = index("They were runners in the park today.", "We kept running in the park today.")
    assert search(connection, match("running"))[0] == 1


def test_a_title_ranks_above_a_body() -> None:
    connection = index("nothing here")
    for number, (title, body) in enumerate([("Caching", "It is on."), ("Other", "Caching is on.")], start=10):
        words = analyse(title, body)
        row = (number, words.title, words.body, words.stems)
        connection.execute("INSERT INTO t (rowid, title, body, stems) VALUES (?, ?, ?, ?)", row)
    assert search(connection, match("caching"))[0] == 10


def test_function_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert len(each("what is the port of the database")) == 2
    assert len(each("what is it")) > 0


def test_what_is_indexed_survives_the_tokenizer_as_it_is() -> None:
    """The built-in tokenizer splits at white space and does no more, so that any sqlite3 shell reads the same words."""
    texts = [text for text, _ in FOUND]
    connection = index(*texts)
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')")
    kept = {row[0] for row in connection.execute("SELECT term FROM v")}
    words = [analyse("", text) for text in texts]
    assert kept == {word for one in words for column in (one.body, one.stems) for word in column.split()}


@given(st.text(max_size=60))
def test_no_query_is_an_error(query: str) -> None:
    connection = index("Anything.")
    for expression in (match(query), match_all(query)):
        search(connection, expression)


@example("/\x1b\x08")
@given(st.text(max_size=60))
def test_no_text_is_an_error_and_each_is_found_by_itself(text: str) -> None:
    connection = index(text)
    expression = match(text)
    assert expression is None or search(connection, expression) == [0]
