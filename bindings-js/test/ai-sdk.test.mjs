// `fitting` for Vercel's AI SDK: the prompts that a model gets when each step is fitted into a window, bad input, and aborts.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { FloorError, InvalidError, fitting, restoreTool } from "scrubjay/ai-sdk";
import { openWindow } from "scrubjay/window";

import { MAJORS, WAYS, idIn, long, resultsOf, scripted, tools } from "./ai-sdk/scripted.mjs";

const MAX_TOKENS = 8_000;
const N_STEPS = 30;
const USER = [{ role: "user", content: "Mend the shelf." }];
const SYSTEM = "You mend shelves.";

async function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-ai-sdk-"));
  try {
    await use({ memory: { path: join(folder, "memory.redb") }, name: "main" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs an agent for `nSteps` tool calls, with `fitting` before each step. */
async function run({ sdk, Model }, way, window, { nSteps = N_STEPS, messages = USER, options, onRead, ...script } = {}) {
  const { model, sent, counted } = scripted(Model, { nSteps, ...script });
  const prepareStep = fitting(window, { system: SYSTEM, ...options });
  const result = await WAYS[way](sdk, { model, tools: tools(sdk, onRead), messages, system: SYSTEM, prepareStep, nSteps });
  return { ...result, model, sent, counted };
}

for (const [major, library] of Object.entries(MAJORS)) {
  for (const way of Object.keys(WAYS)) {
    for (const kind of ["alone", "in a memory"]) {
      test(`version ${major}, ${way}, a window ${kind}: a long run stays in its budget, and loses nothing`, () =>
        inFolder(async (place) => {
          const window = await openWindow({ maxTokens: MAX_TOKENS, ...(kind === "alone" ? {} : place) });
          const { text, steps, sent, counted } = await run(library, way, window);
          assert.equal(text, "Done.");
          assert.equal(sent.length, N_STEPS + 1);
          assert.ok(Math.max(...counted) <= MAX_TOKENS, `${Math.max(...counted)} tokens were sent`);
          const { nPrunes } = await window.status();
          assert.ok(nPrunes > 1 && nPrunes < N_STEPS / 2, `${nPrunes} prunes`);
          let nStubs = 0;
          for (const [at, prompt] of sent.entries()) {
            assert.deepEqual(prompt.slice(0, 2).map(({ role }) => role), ["system", "user"]);
            const results = resultsOf(prompt);
            assert.equal(Object.keys(results).length, at);
            for (const [call, value] of Object.entries(results)) {
              if (value === long(call)) continue;
              assert.equal((await window.restore(idIn(value))).text, long(call));
              nStubs++;
            }
          }
          assert.ok(nStubs > N_STEPS);
          // The caller's own record of the run is whole.
          const ownResults = resultsOf(steps.at(-2).response.messages.length > 2 ? steps.at(-2).response.messages : steps.flatMap(({ response }) => response.messages));
          assert.deepEqual(ownResults, Object.fromEntries(Array.from({ length: N_STEPS }, (_, at) => [`c${at}`, long(`c${at}`)])));
        }));
    }

    test(`version ${major}, ${way}: what the provider counts holds, tokens read from a cache included`, async () => {
      const [countedRun, uncountedRun] = await Promise.all([true, false].map(async (reportsUsage) => {
        const window = await openWindow({ maxTokens: 2 * MAX_TOKENS });
        return run(library, way, window, { perToken: 2, tell: reportsUsage });
      }));
      assert.ok(Math.max(...countedRun.counted) <= 2 * MAX_TOKENS, `${Math.max(...countedRun.counted)} tokens were sent`);
      assert.ok(Math.max(...uncountedRun.counted) > 2 * MAX_TOKENS, "the window's own count was enough");
    });
  }

  test(`version ${major}: a model calls for what left, and has it back`, async () => {
    const window = await openWindow({ maxTokens: MAX_TOKENS });
    const { description, parameters, execute } = restoreTool(window);
    const restore = library.sdk.tool({ description, inputSchema: library.sdk.jsonSchema(parameters), execute });
    const { model } = scripted(library.Model, { nSteps: N_STEPS });
    const { doGenerate } = model;
    let askedCall;
    model.doGenerate = async (request) => {
      const answer = await doGenerate.call(model, request);
      const pruned = Object.entries(resultsOf(request.prompt)).find(([, value]) => idIn(value) !== undefined);
      if (askedCall !== undefined || pruned === undefined) return answer;
      askedCall = pruned[0];
      return { ...answer, content: [{ type: "tool-call", toolCallId: "again", toolName: "restore", input: JSON.stringify({ id: idIn(pruned[1]) }) }] };
    };
    const settings = { model, tools: { ...tools(library.sdk), restore }, messages: USER, stopWhen: library.sdk.stepCountIs(N_STEPS + 3), prepareStep: fitting(window) };
    const { steps } = await library.sdk.generateText(settings);
    const restored = steps.flatMap(({ toolResults }) => toolResults).find(({ toolName }) => toolName === "restore");
    assert.equal(restored.output, long(askedCall));
  });

  test(`version ${major}: an agent goes on in a window that another process kept`, () =>
    inFolder(async (place) => {
      const firstWindow = await openWindow({ maxTokens: MAX_TOKENS, ...place });
      const firstRun = await run(library, "generateText", firstWindow, { nSteps: 12 });
      await firstWindow.close();
      const history = [...USER, ...firstRun.steps.flatMap(({ response }, at) => (major === "6" ? response.messages.slice(-2 + Number(at === 12)) : response.messages))];
      const messages = [...history, { role: "user", content: "And the next one." }];
      const second = await openWindow({ maxTokens: MAX_TOKENS, ...place });
      assert.ok(second.opened.nPrunes > 0);
      const { sent, text } = await run(library, "generateText", second, { nSteps: 14, messages });
      assert.equal(text, "Done.");
      // The second window's first request has exactly the stubs of the first window's last one.
      const [firstResults, secondResults] = [resultsOf(firstRun.sent.at(-1)), resultsOf(sent[0])];
      const stubs = Object.entries(firstResults).filter(([, value]) => idIn(value) !== undefined);
      assert.ok(stubs.length > 0);
      for (const [call, stub] of stubs) assert.equal(secondResults[call], stub);
      assert.equal((await second.restore(idIn(stubs[0][1]))).text, long(stubs[0][0]));
      await second.close();
    }));

  test(`version ${major}: two processes with one window both come to their end`, () =>
    inFolder(async (place) => {
      const windows = await Promise.all([1, 2].map(() => openWindow({ maxTokens: MAX_TOKENS, ...place })));
      const runs = await Promise.all(windows.map((window) => run(library, "generateText", window, { nSteps: 15 })));
      for (const { text, sent } of runs) {
        assert.equal(text, "Done.");
        sent.forEach((prompt, at) => assert.equal(Object.keys(resultsOf(prompt)).length, at));
      }
      await Promise.all(windows.map((window) => window.close()));
    }));

  test(`version ${major}: two agents at once in one window take turns, and each is sent its own conversation`, async () => {
    const window = await openWindow({ maxTokens: MAX_TOKENS });
    const runs = await Promise.all(["a", "b"].map((name) => run(library, "streamText", window, { nSteps: 12, name, messages: [{ role: "user", content: `I am ${name}.` }] })));
    runs.forEach(({ text, sent, counted }, agent) => {
      const name = "ab"[agent];
      assert.equal(text, "Done.");
      assert.ok(Math.max(...counted) <= MAX_TOKENS);
      for (const [at, prompt] of sent.entries()) {
        assert.equal(prompt[1].content[0].text, `I am ${name}.`);
        assert.deepEqual(Object.keys(resultsOf(prompt)), Array.from({ length: at }, (_, n) => `${name}${n}`));
      }
    });
  });

  test(`version ${major}: another prepareStep is given the messages unpruned, and what it says is fitted`, async () => {
    const window = await openWindow({ maxTokens: MAX_TOKENS });
    const givenResults = [];
    const prepareStep = async ({ messages, stepNumber }) => {
      givenResults.push(resultsOf(messages.filter(({ role }) => role !== "user")));
      return stepNumber === 20 ? { temperature: 0.5, messages: [...messages, { role: "user", content: "Think first." }] } : undefined;
    };
    const { sent, model } = await run(library, "generateText", window, { options: { prepareStep } });
    assert.deepEqual(givenResults.at(-1), Object.fromEntries(Array.from({ length: N_STEPS }, (_, at) => [`c${at}`, long(`c${at}`)])));
    assert.equal(sent[20].at(-1).content[0].text, "Think first.");
    assert.deepEqual(model.doGenerateCalls.map(({ temperature }) => temperature).slice(19, 22), [undefined, 0.5, undefined]);
    assert.ok(Object.values(resultsOf(sent[20])).some((value) => idIn(value) !== undefined));
    assert.ok((await window.status()).nPruned > 0);
  });

  test(`version ${major}: a budget that cannot be met is an error that names the floor, or what stays is sent`, async () => {
    const messages = [{ role: "user", content: long("a").repeat(20) }];
    for (const way of Object.keys(WAYS)) {
      const window = await openWindow({ maxTokens: MAX_TOKENS });
      const isFloorError = (error) => error instanceof FloorError && error.details.limit === MAX_TOKENS && error.details.actual > MAX_TOKENS;
      await assert.rejects(run(library, way, window, { nSteps: 1, messages }), isFloorError, way);
      const { sent } = await run(library, way, window, { nSteps: 1, messages, options: { onFloor: "send" } });
      assert.equal(sent[0][1].content[0].text, messages[0].content);
      // What the user said is too much by itself: the result leaves, and can be restored.
      const stub = resultsOf(sent[1])["c0"];
      assert.ok(stub.length < long("c0").length, stub);
      assert.equal((await window.restore(idIn(stub))).text, long("c0"));
    }
  });

  test(`version ${major}: a window goes on after a run that was aborted`, async () => {
    const window = await openWindow({ maxTokens: MAX_TOKENS });
    const stop = new Error("stopped");
    const { sdk, Model } = library;
    const controller = new AbortController();
    const { model, sent } = scripted(Model, { nSteps: N_STEPS });
    const aborting = tools(sdk, (path) => path === "c14" && controller.abort(stop));
    await assert.rejects(sdk.generateText({ model, tools: aborting, messages: USER, abortSignal: controller.signal, prepareStep: fitting(window), stopWhen: sdk.stepCountIs(99) }));
    assert.ok(sent.length <= 15);
    const { text, counted } = await run(library, "generateText", window);
    assert.equal(text, "Done.");
    assert.ok(Math.max(...counted) <= MAX_TOKENS);
  });

  test(`version ${major}: a window that is closed refuses the step`, () =>
    inFolder(async (place) => {
      const window = await openWindow(place);
      await window.close();
      await assert.rejects(run(library, "generateText", window), { code: "closed" });
    }));
}

test("a count is told of the request that it is of, and not of another loop's", async () => {
  const tokens = async (isBetween) => {
    const window = await openWindow();
    const [prepareStep, steps] = [fitting(window), []];
    await prepareStep({ messages: USER, steps });
    if (isBetween) await prepareStep({ messages: [{ role: "user", content: "Another agent's." }], steps: [] });
    steps.push({ usage: { inputTokens: 5_000 } });
    await prepareStep({ messages: USER, steps });
    return window.status().tokens;
  };
  assert.equal(await tokens(false), 5_000);
  assert.ok((await tokens(true)) < 100);
});

test("instructions are counted with the messages, and not sent among them", async () => {
  const step = (instructions) => ({ messages: USER, steps: [], instructions });
  const tokens = async (options, instructions) => {
    const window = await openWindow();
    assert.deepEqual(await fitting(window, options)(step(instructions)), { messages: USER });
    return (await window.status()).tokens;
  };
  const message = { role: "system", content: long("s") };
  const withoutInstructions = await tokens({}, undefined);
  const withInstructions = await Promise.all([tokens({ system: long("s") }), tokens({}, long("s")), tokens({}, message), tokens({ system: "not this" }, [message])]);
  assert.ok(withInstructions[0] > withoutInstructions + 500);
  assert.deepEqual(new Set(withInstructions).size, 1);
  const otherWindow = await openWindow();
  await fitting(otherWindow, { prepareStep: () => ({ system: long("s") }) })(step("not this"));
  assert.equal((await otherWindow.status()).tokens, withInstructions[0]);
});

test("messages and parts of no known shape pass through as they are", async () => {
  const window = await openWindow();
  const odd = [
    ...USER,
    {},
    { role: "critic", content: "No." },
    { role: "assistant", content: [{ type: "song", notes: [1, 2] }, { type: "text", text: "Yes." }, 7] },
    { role: "assistant" },
    { role: "user", content: null },
  ];
  const { messages } = await fitting(window)({ messages: odd, steps: [] });
  assert.equal(messages.length, odd.length);
  messages.forEach((message, at) => assert.equal(message, odd[at]));
});

/** The messages of an agent after `nSteps` tool calls: so many that the oldest messages are pruned whole. */
function longLived(nSteps) {
  const step = (at) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: `c${at}`, toolName: "read", input: { path: `c${at}` } }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: `c${at}`, toolName: "read", output: { type: "text", value: long(`c${at}`) } }] },
  ];
  return [...USER, ...Array.from({ length: nSteps }, (_, at) => step(at)).flat()];
}

test("what left whole is fitted again in its place, whatever a program does with what it was given", async () => {
  const conversation = longLived(60);
  const nextMessage = { role: "user", content: "And now?" };
  const systemMessage = { role: "system", content: "Be careful." };
  /** The messages that the caller's `prepareStep` gets for a list that `listFrom` derives from the fitted conversation. */
  const unpruned = async (listFrom) => {
    const window = await openWindow({ maxTokens: MAX_TOKENS });
    let givenMessages;
    const prepareStep = fitting(window, { prepareStep: ({ messages }) => void (givenMessages = messages) });
    const { messages } = await prepareStep({ messages: conversation, steps: [] });
    assert.ok(messages.length < conversation.length - 60, `${messages.length} of ${conversation.length} messages stay`);
    await prepareStep({ messages: listFrom(messages), steps: [] });
    return givenMessages;
  };
  const checkSame = (given, expected) => {
    assert.equal(given.length, expected.length);
    given.forEach((message, at) => assert.equal(message, expected[at], `message ${at}`));
  };
  checkSame(await unpruned((sent) => [...sent, nextMessage]), [...conversation, nextMessage]);
  checkSame(await unpruned((sent) => [systemMessage, ...sent]), [systemMessage, ...conversation]);
  checkSame(await unpruned(() => [...conversation, nextMessage]), [...conversation, nextMessage]);
  checkSame(await unpruned((sent) => sent.toSpliced(1, 0, nextMessage)), [...USER, nextMessage, ...conversation.slice(1)]);
  // Another conversation that begins with the same objects.
  checkSame(await unpruned(() => [...USER, nextMessage]), [...USER, nextMessage]);
  // Messages that a program removes are not brought back.
  checkSame(await unpruned((sent) => sent.slice(0, -2)), conversation.slice(0, -2));
});

test("what cannot be a window or an option is refused at once", async () => {
  const window = await openWindow();
  assert.throws(() => fitting(undefined), InvalidError);
  assert.throws(() => fitting({}), InvalidError);
  assert.throws(() => fitting(window, { onFlor: "send" }), InvalidError);
  assert.throws(() => fitting(window, { onFloor: "drop" }), InvalidError);
  assert.throws(() => fitting(window, { prepareStep: 7 }), InvalidError);
  await assert.rejects(fitting(window)(undefined), InvalidError);
  await assert.rejects(fitting(window)({ messages: "text" }), InvalidError);
  await assert.rejects(fitting(window, { prepareStep: () => ({ messages: {} }) })({ messages: USER, steps: [] }), InvalidError);
  await assert.rejects(fitting(window)({ messages: [...USER, { role: "user", content: 1n }] }), InvalidError);
  assert.deepEqual(await fitting(window)({ messages: USER }), { messages: USER });
  assert.deepEqual(await fitting(window)({ messages: [], steps: [{}] }), { messages: [] });
});

test("the examples of the documentation run an agent to its end", async () => {
  const pages = ["../../docs/guide/frameworks.md", "../README.md"].map((page) => readFileSync(new URL(page, import.meta.url), "utf8"));
  const examples = pages.flatMap((page) => [...page.matchAll(/```js\n(.*?)```/gs)]).map(([, example]) => example).filter((example) => example.includes("scrubjay/"));
  assert.equal(examples.length, 6);
  for (const example of examples) {
    const folder = mkdtempSync(join(tmpdir(), "scrubjay-ai-sdk-"));
    process.env.SCRUBJAY_HOME = join(folder, "home");
    cpSync(new URL("../../examples/embed-rust/project", import.meta.url), join(folder, "project"), { recursive: true });
    const asksMemory = example.includes("tools(memory");
    const call = asksMemory ? { toolName: "find", input: { text: "restock" } } : undefined;
    const { model, sent } = scripted(MAJORS[7].Model, { nSteps: 3, call });
    globalThis.given = { model, tools: tools(MAJORS[7].sdk) };
    // It lies here, where its imports are found.
    const file = fileURLToPath(new URL("ai-sdk/out.mjs", import.meta.url));
    const placed = example.replace("memory.redb", join(folder, "memory.redb")).replace('root: "."', `root: ${JSON.stringify(join(folder, "project"))}`);
    writeFileSync(file, `const { ${asksMemory ? "model" : "model, tools"} } = globalThis.given;\n${placed}\nexport { text };\n`);
    try {
      assert.equal((await import(`${file}?${sent.length}${folder}`)).text, "Done.");
      assert.equal(sent.length, 4);
      if (asksMemory) assert.match(sent[1].at(-1).content[0].output.value, /^shop.py:\d+ {2}function restock /);
    } finally {
      rmSync(file);
      rmSync(folder, { recursive: true });
    }
  }
});

test("the types fit those of both majors", () => {
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  execFileSync(process.execPath, [compiler, "-p", fileURLToPath(new URL("ai-sdk", import.meta.url))], { stdio: "inherit" });
});
