// Conversations of hundreds of steps under three budgets, by the AI SDK and in a loop of one's own. The adapter must send the messages of
// the window, a provider must accept them, and every pruned part must be restorable. `AGENT_LIVES=all` runs all of them to their end,
// which takes a minute.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MAJORS } from "./ai-sdk/scripted.mjs";
import { live } from "./lives/live.mjs";
import { FORMATS, livePlain } from "./lives/plain.mjs";
import { N_STEPS } from "./lives/script.mjs";

/** The budget in tokens, and the number of files from the user that fit into it, as they are never pruned. */
const ALL = [[8_000, 1], [20_000, 3], [50_000, 6]];
const [BUDGETS, STEPS] = process.env.AGENT_LIVES === "all" ? [ALL, N_STEPS] : [ALL.slice(0, 1), N_STEPS / 2];

for (const [maxTokens, nFiles] of BUDGETS) {
  for (const [major, library] of Object.entries(MAJORS)) {
    test(`version ${major} of the AI SDK, ${maxTokens} tokens: each of ${STEPS} requests is as the window gives it`, async (t) => {
      const life = await live(library, maxTokens, STEPS, nFiles);
      t.diagnostic(JSON.stringify(life));
      assert.equal(life.nRequests, STEPS);
      assert.ok(life.nGone > STEPS / 2 && life.most <= maxTokens, JSON.stringify(life));
    });
  }

  for (const name of Object.keys(FORMATS)) {
    test(`${name}, ${maxTokens} tokens: each of ${STEPS} requests is what the provider takes`, async (t) => {
      const life = await livePlain(name, maxTokens, STEPS);
      t.diagnostic(JSON.stringify(life));
      assert.ok(life.nGone > STEPS / 5 && life.most <= maxTokens, JSON.stringify(life));
    });
  }
}
