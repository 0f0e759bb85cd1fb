// Long lives of agents under three budgets, by the AI SDK itself and in a loop of one's own: what the adapter sends is what the window
// gives, a provider takes it, and nothing that left is lost. `AGENT_LIVES=all` lives through all of them, which takes a minute.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MAJORS } from "./ai-sdk/scripted.mjs";
import { live } from "./lives/live.mjs";
import { FORMATS, livePlain } from "./lives/plain.mjs";
import { N_STEPS } from "./lives/script.mjs";

/** The most tokens of a request, and the files that they have room for: none of these leaves. */
const BUDGETS = [[8_000, 1], [20_000, 3], [50_000, 6]].slice(0, process.env.AGENT_LIVES === "all" ? 3 : 1);

for (const [maxTokens, nFiles] of BUDGETS) {
  for (const [major, one] of Object.entries(MAJORS)) {
    test(`version ${major} of the AI SDK, ${maxTokens} tokens: each of ${N_STEPS} requests is as the window gives it`, async (t) => {
      const life = await live(one, maxTokens, N_STEPS, nFiles);
      t.diagnostic(JSON.stringify(life));
      assert.equal(life.nRequests, N_STEPS);
      assert.ok(life.nGone > N_STEPS / 2 && life.most <= maxTokens, JSON.stringify(life));
    });
  }

  for (const name of Object.keys(FORMATS)) {
    test(`${name}, ${maxTokens} tokens: each of ${N_STEPS} requests is what the provider takes`, async (t) => {
      const life = await livePlain(name, maxTokens, N_STEPS);
      t.diagnostic(JSON.stringify(life));
      assert.ok(life.nGone > N_STEPS / 5 && life.most <= maxTokens, JSON.stringify(life));
    });
  }
}
