// File paths as the component takes them: relative, with `/`, ordered by their UTF-8 bytes.

/** Compares two paths by their UTF-8 bytes: less than 0, 0, or more. UTF-16 would order characters past U+FFFF before those from U+E000 on. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let place = 0; place < length; place++) {
    const [x, y] = [a.charCodeAt(place), b.charCodeAt(place)];
    if (x !== y) return weight(x) - weight(y);
  }
  return a.length - b.length;
}

/** Whether a path equals `folder` or is below it. All paths are below the empty one. */
export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function weight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
