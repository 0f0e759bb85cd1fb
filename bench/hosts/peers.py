"""The same events in SQLite and in DuckDB, the same five questions in SQL, and whether the answers are the same.

    peers.py LINES ANSWERS FOLDER

LINES has an event a line, ANSWERS a question a line with what Scrubjay answered. The design is the one that a careful author would
choose: a table for touches, calls and steps each, whose columns have the types of what they hold. SQLite has an index for each
question (path and time, task and time of edits, time of touches, day of calls, task of each); DuckDB, which scans columns, has none,
as its documentation advises for questions that look at many rows. Both are asked on an open connection, five times and then
timed; what takes over a second is timed three times. Prints lines of the form `name value`.
"""

import json
import sqlite3
import statistics
import sys
import time
from pathlib import Path

import duckdb

DAY = 86_400_000
EDITS = "operation IN ('write', 'edit') AND success"
TABLES = """
CREATE TABLE touches (time BIGINT, session TEXT, task TEXT, path TEXT, operation TEXT, first_line INT, last_line INT,
                      success INT, why TEXT, change TEXT);
CREATE TABLE calls (time BIGINT, session TEXT, task TEXT, tool TEXT, parameters TEXT, output TEXT, success INT, error TEXT,
                    duration INT, context_tokens INT);
CREATE TABLE steps (time BIGINT, session TEXT, task TEXT, status TEXT, description TEXT, intent TEXT, outcome TEXT);
"""
INDEXES = f"""
CREATE INDEX touches_by_path ON touches (path, time DESC);
CREATE INDEX touches_by_time ON touches (time DESC);
CREATE INDEX touches_by_task ON touches (task);
CREATE INDEX edits_by_task ON touches (task, path) WHERE {EDITS};
CREATE INDEX calls_by_time ON calls (time, tool, success, duration);
CREATE INDEX calls_by_task ON calls (task);
CREATE INDEX steps_by_task ON steps (task, time);
ANALYZE;
"""
TOUCH = "path, operation, time, session, task, success, why, change"
# An occasion is a task; for events without one a session, and without both a day in UTC.
OCCASION = "CASE WHEN task <> '' THEN 't' || task WHEN session <> '' THEN 's' || session ELSE 'd' || (time - time % 86400000) END"
EDITED = f"SELECT DISTINCT {OCCASION} AS occasion, path FROM touches WHERE operation IN ('write', 'edit') AND success"
# Each pair once: first the file whose path sorts first, as in Scrubjay's answers.
PAIRS = f"""
WITH edited AS ({EDITED})
SELECT a.path, b.path, count(*) AS n FROM edited a JOIN edited b ON a.occasion = b.occasion AND a.path < b.path
GROUP BY 1, 2 HAVING count(*) >= 3 ORDER BY 3 DESC
"""
PAIRS_OF = f"""
WITH edited AS ({EDITED})
SELECT b.path, count(*) FROM edited a JOIN edited b ON a.occasion = b.occasion AND b.path <> a.path
WHERE a.path = :path GROUP BY 1 HAVING count(*) >= 3 ORDER BY 2 DESC, 1 LIMIT :limit
"""
TASKS = {
    # SQLite does not scan columns: it walks its index of tasks.
    "sqlite": """
WITH newest AS (SELECT task, max(time) AS time, status FROM steps GROUP BY task),
     open AS (SELECT * FROM newest WHERE status IN ('active', 'paused') ORDER BY time DESC LIMIT :limit)
SELECT task, status,
       (SELECT description FROM steps s WHERE s.task = o.task AND description <> '' ORDER BY time DESC LIMIT 1), time,
       (SELECT count(*) FROM touches x WHERE x.task = o.task), (SELECT count(*) FROM calls x WHERE x.task = o.task)
FROM open o ORDER BY time DESC
""",
    "duckdb": """
WITH newest AS (SELECT task, max(time) AS time, arg_max(status, time) AS status,
                       arg_max(description, time) FILTER (description <> '') AS description FROM steps GROUP BY task),
     open AS (SELECT * FROM newest WHERE status IN ('active', 'paused') ORDER BY time DESC LIMIT :limit)
SELECT o.task, status, description, time, coalesce(x.n, 0), coalesce(y.n, 0) FROM open o
LEFT JOIN (SELECT task, count(*) AS n FROM touches WHERE task IN (SELECT task FROM open) GROUP BY task) x ON x.task = o.task
LEFT JOIN (SELECT task, count(*) AS n FROM calls WHERE task IN (SELECT task FROM open) GROUP BY task) y ON y.task = o.task
ORDER BY time DESC
""",
}


class Peer:
    """A database with the events."""

    def __init__(self, name, connection):
        self.name, self.connection = name, connection

    def rows(self, sql, values=None):
        bound_values = {name: value for name, value in (values or {}).items() if f":{name}" in sql}
        if self.name == "duckdb":
            return self.connection.execute(sql.replace(":", "$"), bound_values).fetchall()
        return self.connection.execute(sql, bound_values).fetchall()

    def answer(self, name, question):
        """The answer to a question, in the form of Scrubjay's answers."""
        if name == "file_history":
            touches = self.rows(f"SELECT {TOUCH} FROM touches WHERE path = :path ORDER BY time DESC LIMIT :limit", question)
            counts = self.rows("SELECT operation, count(*) FROM touches WHERE path = :path GROUP BY 1", question)
            return {"touches": touch_rows(touches), "n": sum(n for _, n in counts), "operations": sorted(map(list, counts))}
        if name == "co_edits":
            return [list(row) for row in self.rows(f"{PAIRS} LIMIT :limit", question)]
        if name == "co_edits_of":
            return [[question["path"], *row] for row in self.rows(PAIRS_OF, question)]
        if name.startswith("last"):
            like = {"part": f"%{question['contains']}%", "limit": question["limit"]}
            operator = "ILIKE" if self.name == "duckdb" else "LIKE"
            sql = f"SELECT {TOUCH} FROM touches WHERE path {operator} :part ORDER BY time DESC LIMIT :limit"
            return touch_rows(self.rows(sql, like))
        if name == "tool_stats":
            first = (question["now"] // DAY - question["days"] + 1) * DAY
            until = (question["now"] // DAY + 1) * DAY
            sql = """SELECT tool, count(*), sum(success), round(avg(duration)) FROM calls
                     WHERE time >= :first AND time < :until GROUP BY tool ORDER BY 2 DESC, 1"""
            return [[a, b, int(c), d] for a, b, c, d in self.rows(sql, {"first": first, "until": until})]
        return [list(row) for row in self.rows(TASKS[self.name], question)]


def touch_rows(rows):
    return [[*row[:5], bool(row[5]), *row[6:]] for row in rows]


def load(lines, folder):
    """Creates both databases from the lines of events."""
    lite = sqlite3.connect(folder / "peer.sqlite")
    lite.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;" + TABLES)
    columns = {
        "file_touch": ("touches", "time session task path operation first_line last_line success why change".split()),
        "tool_call": ("calls", "time session task tool parameters output success error duration context_tokens".split()),
        "task_step": ("steps", "time session task status description intent outcome".split()),
    }
    pending_rows = {kind: [] for kind in columns}

    def flush(kind):
        table, names = columns[kind]
        lite.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(names))})", pending_rows[kind])
        pending_rows[kind].clear()

    with open(lines) as file:
        for line in file:
            event = json.loads(line)
            kind = event["kind"]
            pending_rows[kind].append([event[name] for name in columns[kind][1]])
            if len(pending_rows[kind]) == 10_000:
                flush(kind)
    for kind in columns:
        flush(kind)
    lite.commit()
    lite.executescript(INDEXES)
    lite.commit()
    lite.close()
    lite = sqlite3.connect(folder / "peer.sqlite")
    # The cache takes the whole database, so that reads are warm.
    lite.execute("PRAGMA cache_size = -1000000")
    duck = duckdb.connect(str(folder / "peer.duckdb"), config={"memory_limit": "2GB", "threads": 2})
    duck.execute(TABLES)
    for kind, (table, names) in columns.items():
        types = {"kind": "VARCHAR"} | {name: "BIGINT" if name == "time" else "VARCHAR" for name in names}
        types |= {name: "BOOLEAN" for name in names if name == "success"}
        types |= {name: "INT" for name in names if name in ("first_line", "last_line", "duration", "context_tokens")}
        column_list = ", ".join("success::INT" if name == "success" else name for name in names)
        shape = json.dumps(types).replace('"', "'")
        duck.execute(
            f"INSERT INTO {table} SELECT {column_list} FROM read_json('{lines}', format='newline_delimited', columns={shape}) "
            f"WHERE kind = '{kind}'"
        )
    duck.execute("CHECKPOINT")
    return [Peer("sqlite", lite), Peer("duckdb", duck)]


def check(peer, name, expected, peer_answer):
    """Fails if the answers differ. Equally frequent pairs may come in any order."""
    if name == "file_history":
        expected = {**expected, "operations": sorted(expected["operations"])}
    if name == "co_edits":
        all_pairs = {(one, other): n for one, other, n in peer.rows(PAIRS)}
        is_same = [n for *_, n in expected] == [n for *_, n in peer_answer] and all(all_pairs.get((a, b)) == n for a, b, n in expected)
    elif name == "tool_stats":
        key = lambda rows: sorted([*row[:3]] for row in rows)
        means_by_tool = {row[0]: row[3] for row in peer_answer}
        is_same = key(expected) == key(peer_answer) and all(abs(row[3] - means_by_tool[row[0]]) <= 1 for row in expected)
    else:
        is_same = expected == peer_answer
    if not is_same:
        sys.exit(f"{peer.name} answers {name} otherwise:\n{json.dumps(expected)[:2000]}\n{json.dumps(peer_answer)[:2000]}")


def main():
    lines, answers, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    peers = load(lines, folder)
    for line in open(answers):
        entry = json.loads(line)
        name = entry["name"]
        print(f"scrubjay_{name}_us {entry['us']}")
        for peer in peers:
            began = time.perf_counter()
            peer_answer = peer.answer(name, entry["question"])
            first_seconds = time.perf_counter() - began
            check(peer, name, entry["answer"], peer_answer)
            n_warm, n_calls = (0, 3) if first_seconds > 1 else (5, 21)
            times = []
            for _ in range(n_warm + n_calls):
                began = time.perf_counter()
                peer.answer(name, entry["question"])
                times.append(time.perf_counter() - began)
            print(f"{peer.name}_{name}_us {statistics.median(times[n_warm:]) * 1e6}", flush=True)
    for peer in ("sqlite", "duckdb"):
        print(f"{peer}_bytes {(folder / f'peer.{peer}').stat().st_size}")


main()
