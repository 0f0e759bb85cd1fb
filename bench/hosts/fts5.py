"""The same questions over the same texts in SQLite's FTS5: porter stemming, any of the question's words, its own bm25().

    fts5.py SETS RANKS

SETS is a JSON file of sets, packed by gzip or not, as `measure recall sets` prints them; RANKS is written for `measure recall score`.
A question is asked once before it is timed, on an open connection whose rows are in memory, and is answered by the first ten texts.
Then the right texts are deleted in a transaction, the question is asked again, and the transaction is rolled back. The size
is that of a database with nothing but the index, without the texts, after it was optimised. Where all right answers are sessions,
the same is done once more with the whole talk of a session as one text.
"""

import gzip
import json
import re
import sqlite3
import sys
import time

LIMIT = 10
CREATE = "CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='porter unicode61')"
ADD = "INSERT INTO words(rowid, text) VALUES (?, ?)"
REMOVE = "INSERT INTO words(words, rowid, text) VALUES ('delete', ?, ?)"
ASK = "SELECT rowid, bm25(words) FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?"


def match_any_word(question):
    """A query that matches any of the question's words."""
    words = dict.fromkeys(re.findall(r"\w+", question.lower()))
    return " OR ".join(f'"{word}"' for word in words)


def index_size(docs):
    connection = sqlite3.connect(":memory:")
    connection.execute(CREATE)
    connection.executemany(ADD, ((at, doc["text"]) for at, doc in enumerate(docs)))
    connection.execute("INSERT INTO words(words) VALUES ('optimize')")
    connection.commit()
    connection.execute("VACUUM")
    pages, page_size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return pages * page_size


def best_score_without(connection, docs, removed, match_query):
    """The best score after the texts at these indexes were deleted; None without a match."""
    connection.execute("BEGIN")
    connection.executemany(REMOVE, ((at, docs[at]["text"]) for at in removed))
    best_rows = connection.execute(ASK, (match_query, 1)).fetchall()
    connection.execute("ROLLBACK")
    return -best_rows[0][1] if best_rows else None


def answer_set(question_set):
    docs, n_added = question_set["docs"], 0
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(CREATE)
    for query in question_set["queries"]:
        n_known = len(docs) if query.get("n_known") is None else query["n_known"]
        if n_known > n_added:
            connection.execute("BEGIN")
            connection.executemany(ADD, ((at, docs[at]["text"]) for at in range(n_added, n_known)))
            connection.execute("COMMIT")
            n_added = n_known
        match_query = match_any_word(query["q"])
        all_rows = connection.execute(ASK, (match_query, -1)).fetchall()
        began = time.perf_counter()
        first_rows = connection.execute(ASK, (match_query, LIMIT)).fetchall()
        took = time.perf_counter() - began
        gold = set(query["gold"])
        removed = [at for at in range(n_added) if docs[at]["id"] in gold or docs[at]["session"] in gold]
        yield {
            "q": query["q"],
            "texts": [docs[at]["id"] for at, _ in first_rows],
            "sessions": list(dict.fromkeys(docs[at]["session"] for at, _ in all_rows))[:LIMIT],
            "fit": -first_rows[0][1] if first_rows else 0,
            "without": best_score_without(connection, docs, removed, match_query),
            "us": took * 1e6,
        }


def with_whole_sessions(question_set):
    """The set with all adjacent texts of a session as one text."""
    docs, n_whole = [], [0]
    for doc in question_set["docs"]:
        if docs and docs[-1]["session"] == doc["session"]:
            docs[-1]["text"] += "\n" + doc["text"]
        else:
            docs.append({**doc, "id": doc["session"]})
        n_whole.append(len(docs))
    queries = [{**query, "n_known": n_whole[query["n_known"]] if query.get("n_known") else None} for query in question_set["queries"]]
    return {**question_set, "docs": docs, "queries": queries}


def answers_of(name, sets):
    results = [{"id": one["id"], "bytes": index_size(one["docs"]), "answers": list(answer_set(one))} for one in sets]
    return {"name": name, "sets": results}


def main():
    with (gzip.open if sys.argv[1].endswith(".gz") else open)(sys.argv[1], "rt") as file:
        sets = json.load(file)
    programs = [answers_of("SQLite FTS5", sets)]
    sessions = {doc["session"] for one in sets for doc in one["docs"]}
    if all(sessions.issuperset(query["gold"]) for one in sets for query in one["queries"]):
        programs.append(answers_of("SQLite FTS5 over whole sessions", [with_whole_sessions(one) for one in sets]))
    with open(sys.argv[2], "w") as ranks:
        json.dump(programs, ranks)


main()
