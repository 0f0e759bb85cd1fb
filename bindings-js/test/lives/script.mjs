// The script of a long conversation: the parts of each answer of the model, in the form of the SDK's specification of models, and the
// tools that it calls. Steps cycle through the shapes of real agents' steps, and depend on their number alone.

/** The number of steps of a conversation, and of a turn in it: the last step of a turn answers the user. */
export const N_STEPS = 300;
export const N_OF_TURN = 50;

const SIGNED = { anthropic: { signature: "c2lnbmVk" } };
const TIED = { openai: { itemId: "rs_1", reasoningEncryptedContent: null } };
/** A picture of one pixel. */
export const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A text of `nLines` lines; no two names give the same. */
export const long = (name, nLines) => Array.from({ length: nLines }, (_, at) => `${name} line ${at}: value_${(at * 7) % 97} = read(${name})`).join("\n");

const call = (id, toolName, input, more) => ({ type: "tool-call", toolCallId: id, toolName, input: typeof input === "string" ? input : JSON.stringify(input), ...more });
const readCall = (id, lines) => call(id, "read", { path: `src/part_${id}.ts`, lines });
const text = (said) => ({ type: "text", text: said });
const thought = (said, providerMetadata) => ({ type: "reasoning", text: said, ...(providerMetadata && { providerMetadata }) });
const searched = (id) => [
  call(id, "web_search", { query: `what is ${id}` }, { providerExecuted: true, dynamic: true }),
  { type: "tool-result", toolCallId: id, toolName: "web_search", result: { found: long(id, 6) }, dynamic: true },
];

/** The shapes of steps: each makes the parts of the answer from the number of the step. */
const SHAPES = [
  (at) => [readCall(`c${at}`, 12)],
  (at) => [text(`Step ${at}: I look at three at once.`), readCall(`a${at}`, 4), readCall(`b${at}`, 9), readCall(`c${at}`, 2)],
  (at) => [thought(`What does step ${at} need? ${long(`thought ${at}`, 2)}`, SIGNED), readCall(`c${at}`, 6)],
  (at) => [text(`Step ${at} will fail.`), call(`c${at}`, "fail", { command: `make case_${at}` })],
  (at) => [thought(`An open thought of ${at}.`), text(`It is said in step ${at}.`), readCall(`c${at}`, 20), call(`d${at}`, "fail", { command: `test ${at}` })],
  (at) => [...searched(`s${at}`), text(`The web says so of ${at}.`), readCall(`c${at}`, 3)],
  (at) => [call(`c${at}`, "write", { path: `src/made_${at % 9}.ts`, text: long(`made ${at}`, 10) })],
  (at) => [call(`c${at}`, "blank", {}), call(`d${at}`, "rows", { n: at })],
  (at) => [thought(`Tied to what follows: ${at}.`, TIED), call(`c${at}`, "read", { path: `src/part_${at}.ts`, lines: 5 })],
  // Arguments that are no JSON, and a tool that nobody has.
  (at) => [call(`c${at}`, "read", `{"path": "src/half_${at}`), call(`d${at}`, "gone", { n: at })],
  (at) => [readCall(`c${at}`, at % 60 === 10 ? 45 : 15)],
  // What a person is asked about first, who says no to every second one.
  (at) => [text(`May I, in step ${at}?`), call(`c${at}`, "risky", { n: at })],
  // A question to another tool of the provider, without one of ours.
  (at) => [text(`Two answers at once in ${at}.`), ...searched(`s${at}`), ...searched(`t${at}`), call(`c${at}`, "blank", {})],
];

/** The parts of the model's answer in a step, by its number. */
export const answerOf = (at) => ((at + 1) % N_OF_TURN === 0 ? [text(`The turn that ends with step ${at} is done.`)] : SHAPES[at % SHAPES.length](at));

/** The approval or the refusal of a tool call: even numbers of calls are approved. */
export const allowed = ({ approvalId, toolCallId }) => {
  const approved = Number(/\d+/.exec(toolCallId)[0]) % 2 === 0;
  return { type: "tool-approval-response", approvalId, approved, ...(!approved && { reason: `Not ${toolCallId}: use the other one.` }) };
};

/** The user's message before a step, by its number: a text, with a file in the first `nFiles` turns, which a small window can hold. */
export function askedAt(at, nFiles) {
  const turn = at / N_OF_TURN;
  const words = `Turn ${turn}: mend case_${turn}, and leave what is green as it is.`;
  if (turn >= nFiles) return { role: "user", content: words };
  const picture = { type: "image", image: turn % 2 === 0 ? PICTURE : Uint8Array.from(atob(PICTURE), (letter) => letter.charCodeAt(0)), mediaType: "image/png" };
  const file = { type: "file", data: PICTURE, mediaType: "application/pdf", filename: "report.pdf" };
  return { role: "user", content: [{ type: "text", text: words }, turn % 3 === 1 ? file : picture] };
}

/** The tools of the agent, for either major version of the SDK. */
export function toolsOf(sdk) {
  const makeTool = (properties, execute, more) => sdk.tool({ description: "A tool.", inputSchema: sdk.jsonSchema({ type: "object", properties }), execute, ...more });
  const string = { type: "string" };
  return {
    read: makeTool({ path: string, lines: { type: "integer" } }, async ({ path, lines }) => long(path, lines ?? 1)),
    write: makeTool({ path: string, text: string }, async ({ path }) => ({ written: path })),
    fail: makeTool({ command: string }, async ({ command }) => {
      throw new Error(`error[E0308]: mismatched types in ${command}\n${long(command, 3)}`);
    }),
    risky: makeTool({ n: { type: "integer" } }, async ({ n }) => long(`risky ${n}`, 5), { needsApproval: true }),
    blank: makeTool({}, async () => ""),
    rows: makeTool({ n: { type: "integer" } }, async ({ n }) => Array.from({ length: 12 }, (_, at) => ({ row: at, of: n, says: `row ${at} of ${n}` }))),
  };
}
