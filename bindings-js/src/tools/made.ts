// The names of tools that show what a memory or a window holds, as they were made in this process: what they gave to a model is not
// recorded again.

const names = new Set<string>();

export function madeHere(name: string): void {
  names.add(name);
}

export function toolsMadeHere(): string[] {
  return [...names];
}
