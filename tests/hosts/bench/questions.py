"""Questions to an indexed folder in Python, as `tests/measure/questions.rs` asks them: `questions.py DIR CALLED`."""

import statistics
import sys
import time
from collections.abc import Callable

from scrubjay import Memory


def rounds(n_rounds: int, call: Callable[[], object]) -> float:
    """The median time of a call, in microseconds."""
    call()
    times = []
    for _ in range(n_rounds):
        started = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times) / 1e3


root, called = sys.argv[1:]
with Memory.reading(root) as memory:
    print("python_status_us", rounds(1_000, memory.status))
    print("python_find_us", rounds(300, lambda: memory.find("get", most=20)))
    print("python_callers_us", rounds(300, lambda: memory.callers(called, depth=1, most=20, least_confidence=0.0)))
