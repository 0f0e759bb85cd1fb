// The files of a folder for a page, which cannot reach a disk.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file of the folder but those of its store and its repository, as its path and text. */
export function diskTexts(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const listedPaths = paths.filter((path) => !/(^|\/)\.(scrubjay|git)\//.test(path));
  return listedPaths.map((path) => [path, readFileSync(join(folder, path), "utf8")]);
}
