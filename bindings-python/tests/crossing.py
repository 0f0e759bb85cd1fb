"""Measures what a call costs that asks nothing of the engine: arguments in, the lock, out of the interpreter and back."""

import time

from project import SAMPLE

from scrubjay import Invalid, Memory

N_CALLS = 20_000
MOST_MICROSECONDS = 3.0


def microseconds(call: object, n_calls: int = N_CALLS) -> float:
    """The best of five rounds, for each call: other programs only ever add to it."""
    rounds = []
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(n_calls):
            call()  # type: ignore[operator]
        rounds.append((time.perf_counter() - begun) / n_calls * 1e6)
    return min(rounds)


with Memory.in_memory(SAMPLE) as memory:
    memory.index()
    empty = microseconds(lambda: None)
    crossing = microseconds(lambda: memory.root) - empty
    outline = microseconds(lambda: memory.find("add", most=1), 2_000)
    print(f"a crossing costs {crossing:.2f} µs (goal {MOST_MICROSECONDS:.0f}), `find` of one symbol {outline:.1f} µs")
