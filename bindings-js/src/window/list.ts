// Lists the windows in a memory's file.

import { ask } from "../ask.js";
import { bindWindows } from "../generated/windows.js";
import type { WindowPage } from "../generated/types.js";
import { Running } from "../guest/running.js";
import type { RecordsEngine } from "../records/engine.js";
import type { Module } from "../shapes.js";
import { generationOf } from "../store/fault.js";

/** The windows of a tenant, sorted by name: those after the name `after` (empty: from the first), at most `limit`. */
export function listWindows(module: Module, records: RecordsEngine, tenant: string, limit: number, after: string): Promise<WindowPage> {
  return records.turn(async (sources) => {
    const generation = generationOf(sources.store);
    return await ask(new Running(module, bindWindows), sources, ({ window }, resumed) => window.windows(tenant, generation, limit, after, resumed));
  }, "reading");
}
