// Agents as their users type them, against the types of both majors.

import { type LanguageModel, type PrepareStepFunction, ToolLoopAgent, generateText, streamText, tool } from "ai";
import * as six from "ai-6";
import { open, openRecords } from "scrubjay";
import { type Fitting, type FittingOptions, type RecordedMessages, type RecordingTelemetry, type ToolsOptions, beginning, fitting, recordMessages, recording, tools } from "scrubjay/ai-sdk";
import { openWindow } from "scrubjay/window";
import { z } from "zod";

declare const model: LanguageModel;
declare const model6: six.LanguageModel;
const window = await openWindow({ maxTokens: 100_000 });
const keptWindow = await openWindow({ memory: true, name: "main" });
const read = tool({ inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => path });
const read6 = six.tool({ inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => path });

await generateText({ model, prompt: "…", tools: { read }, prepareStep: fitting(window) });
await six.generateText({ model: model6, prompt: "…", tools: { read: read6 }, prepareStep: fitting(keptWindow, { system: "…", onFloor: "send" }) });
streamText({ model, prompt: "…", tools: { read }, prepareStep: fitting(keptWindow) });
six.streamText({ model: model6, prompt: "…", tools: { read: read6 }, prepareStep: fitting(window) });
new ToolLoopAgent({ model, tools: { read }, prepareStep: fitting(window) });
new six.ToolLoopAgent({ model: model6, tools: { read: read6 }, prepareStep: fitting(window) });

// Another function's own types are kept, whether it has a name or stands here.
const prepareFirst: PrepareStepFunction<{ read: typeof read }> = ({ stepNumber }) => (stepNumber === 0 ? { activeTools: ["read"] } : undefined);
const prepareBoth: PrepareStepFunction<{ read: typeof read }> = fitting(window, { prepareStep: prepareFirst });
await generateText({ model, prompt: "…", tools: { read }, prepareStep: prepareBoth });
await generateText({
  model,
  prompt: "…",
  tools: { read },
  prepareStep: fitting(window, {
    prepareStep: ({ stepNumber, messages }) => {
      const number: number = stepNumber;
      return { temperature: number > 3 ? 0 : 1, messages: messages.slice(-20) };
    },
  }),
});

// A memory's tools stand alone or beside others.
const memory = await open({ root: "." });
const toolsOptions: ToolsOptions = { toolset: "all", only: ["find"], prefix: "jay_", window };
await generateText({ model, prompt: "…", tools: tools(memory), prepareStep: fitting(window) });
await six.generateText({ model: model6, prompt: "…", tools: { ...tools(memory, toolsOptions), read: read6 } });
new ToolLoopAgent({ model, tools: { ...tools(memory, { window: keptWindow }), read } });
// @ts-expect-error: no such set
tools(memory, { toolset: "some" });
// @ts-expect-error: no memory
tools(window);

const options: FittingOptions = { onFloor: "throw" };
export const fit: Fitting = fitting(window, options);
// @ts-expect-error: no such way
fitting(window, { onFloor: "drop" });
// @ts-expect-error: no window
fitting({ maxTokens: 1 });

// What an agent does is recorded, under either name of the setting, and beside other integrations.
const telemetry: RecordingTelemetry = recording(memory, { session: "main", parent: "other", onFault: (fault: unknown) => console.error(fault) });
await generateText({ model, prompt: "…", telemetry: recording(memory) });
streamText({ model, prompt: "…", experimental_telemetry: telemetry });
new ToolLoopAgent({ model, tools: { read }, telemetry: recording(memory, { telemetry: { functionId: "mending", integrations: [{ onStart: () => undefined }] } }) });
await six.generateText({ model: model6, prompt: "…", experimental_telemetry: recording(memory) });
new six.ToolLoopAgent({ model: model6, tools: { read: read6 }, experimental_telemetry: telemetry });
const recorded: RecordedMessages = await recordMessages(await openRecords(), [{ role: "user", content: "…" }], { format: "ai_sdk", session: "main" });
export const nAdded: number = recorded.nAdded;
new ToolLoopAgent({ model, tools: { read }, instructions: `You mend shelves.\n\n${await beginning(memory, "Mend the shelf.")}` });
// @ts-expect-error: no session
await recordMessages(memory, [], { format: "ai_sdk" });
// @ts-expect-error: a window has no records
recording(window);
