"""Measures `fit` of a window with two new messages, as `fit.mjs` does, on the same conversations."""

import time

from scrubjay import Window

N_STEPS = 7
SIZES = (1_000, 10_000)
WINDOWS = {"room": 100_000_000, "pruned": 200_000}


def text(at):
    n_characters = 300 + (at * 7_919) % 3_701
    lines, length = [], 0
    while length < n_characters:
        lines.append(f'message {at}, line {len(lines)}: what a tool "said" of src/part_{(at * 31 + len(lines)) % 977}.py')
        length += len(lines[-1]) + 1
    return "\n".join(lines)[:n_characters]


def message(at):
    """A call or its result, in the format of Anthropic; the first message is the user's."""
    if at == 0:
        return {"role": "user", "content": text(at)}
    if at % 2 == 0:
        return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"c{at - 1}", "content": text(at)}]}
    call = {"type": "tool_use", "id": f"c{at}", "name": "read", "input": {"path": text(at)[:300]}}
    return {"role": "assistant", "content": [{"type": "text", "text": "I look."}, call]}


def step_times(size, max_tokens, immutable):
    window = Window(max_tokens=max_tokens, immutable=immutable)
    messages = [message(at) for at in range(size + 1)]
    window.fit(messages)
    times = []
    for step in range(N_STEPS + 1):
        messages += [message(len(messages)), message(len(messages) + 1)]
        began = time.perf_counter()
        window.fit(messages)
        # The first step is slower, as nothing is cached yet.
        if step > 0:
            times.append(1_000 * (time.perf_counter() - began))
    return sorted(times)


for size in SIZES:
    for immutable in (False, True):
        for name, max_tokens in WINDOWS.items():
            times = step_times(size, max_tokens, immutable)
            print(f"{name}{'_immutable' if immutable else ''}_{size} {times[N_STEPS // 2]:.1f} {times[0]:.1f}", flush=True)
