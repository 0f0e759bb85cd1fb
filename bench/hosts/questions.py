"""Questions to an indexed folder in Python, as `bench/measure/questions.rs` asks them: `questions.py DIR CALLED`."""

import statistics
import sys
import time
from collections.abc import Callable

from scrubjay import Memory

TASK = "How are errors reported to the user, and which tests cover it?"


def median_microseconds(n_rounds: int, call: Callable[[], object]) -> float:
    """The median time of a call, in microseconds."""
    call()
    times = []
    for _ in range(n_rounds):
        started = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times) / 1e3


def best_microseconds(call: Callable[[], object], n_calls: int = 10_000) -> float:
    """The time of a call in microseconds: the best of five batches, because other load only adds to it."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter_ns()
        for _ in range(n_calls):
            call()
        best = min(best, (time.perf_counter_ns() - started) / n_calls / 1e3)
    return best


root, callee = sys.argv[1:]
with Memory.reading(root) as memory:
    memory.status()
    print("python_crossing_us", best_microseconds(memory.damaged))
    print("python_status_us", median_microseconds(3_000, memory.status))
    print("python_find_us", median_microseconds(3_000, lambda: memory.find("get", limit=20)))
    print("python_callers_us", median_microseconds(3_000, lambda: memory.callers(callee, depth=1, limit=20, min_confidence=0.0)))
    print("python_prepare_us", median_microseconds(10, lambda: memory.prepare(TASK, budget=4_000)))
