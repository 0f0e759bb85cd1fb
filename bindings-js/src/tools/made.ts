// The names of the tools that this process offered to agents. Their results, which come from a memory or a window, are not recorded
// again.

const offeredNames = new Set<string>();

export function noteOfferedTool(name: string): void {
  offeredNames.add(name);
}

export function offeredToolNames(): string[] {
  return [...offeredNames];
}
