// Tries an entry for windows, by one prune: the first message stays, a result is restored, a setting is refused.

const RESULT = Array.from({ length: 100 }, (_, at) => `line ${at} of a long result`).join("\n");

function step(id) {
  return [
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "read", arguments: "{}" } }] },
    { role: "tool", tool_call_id: id, content: RESULT },
  ];
}

export async function use({ openWindow, InvalidError }) {
  const window = await openWindow({ maxTokens: 4_000, policy: "keep_last" });
  const history = [{ role: "user", content: "Mend the shelf." }, ...["a", "b", "c", "d", "e", "f"].flatMap(step)];
  const messages = window.fit(history, "openai_chat");
  const [, id] = /^\[pruned ([0-9a-z]{13})/.exec(messages[2].content);
  const refused = await openWindow({ maxTokens: 1 }).catch((error) => error instanceof InvalidError);
  return [messages[0] === history[0], window.restore(id).text === RESULT, refused].join(" ");
}
