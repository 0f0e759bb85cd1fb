// Draws the exported `dot` graph with Graphviz, compiled to WebAssembly.

import assert from "node:assert/strict";
import { test } from "node:test";

import { instance } from "@viz-js/viz";

import { open } from "../dist/node.js";

const N_FILES = 12;

/** Files that call each other in a ring, each with a class. */
function ring() {
  const file = (n) => [`part_${n}.py`, `from part_${(n + 1) % N_FILES} import work_${(n + 1) % N_FILES}\n\n\nclass Box${n}:\n    """Box "${n}" \\\\."""\n\n    def open(self):\n        return work_${(n + 1) % N_FILES}()\n\n\ndef work_${n}():\n    return Box${n}().open()\n`];
  return new Map(Array.from({ length: N_FILES }, (_, n) => file(n)));
}

test("what is exported as dot is drawn, with a node for each symbol", async () => {
  const memory = await open({ files: ring() });
  await memory.index();
  let dot = "";
  for await (const slice of memory.graph.export({ format: "dot" })) dot += slice;
  // Graphviz 2.43 fails on boxes with edges between them ("trouble in init_rank") unless nodes are ranked all together.
  assert.match(dot, /newrank=true/);
  const { status, output, errors } = (await instance()).render(dot, { format: "svg" });
  assert.equal(status, "success", JSON.stringify(errors));
  assert.equal(output.match(/class="node"/g)?.length, dot.match(/tooltip=/g)?.length);
});
