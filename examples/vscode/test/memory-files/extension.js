// A folder in memory, which the editor opens in the tests: `shop:/`. Beside two files there is one that may not be looked at, one
// that is gone as soon as it is to be read, and a folder that cannot be listed.

const { EventEmitter, FileSystemError, FileType, workspace } = require("vscode");

const FILES = {
  "/shelf.py": 'class Shelf:\n    """Keeps books."""\n\n    def add(self, title: str) -> None:\n        """Puts a book on the shelf."""\n        self.check(title)\n\n    def check(self, title: str) -> None:\n        assert title\n',
  "/shop.py": "from shelf import Shelf\n\n\ndef restock(titles):\n    shelf = Shelf()\n    for title in titles:\n        shelf.add(title)\n",
};

const NAMES = [["closed", FileType.Directory], ["locked.py", FileType.File], ["gone.py", FileType.File], ...Object.keys(FILES).map((path) => [path.slice(1), FileType.File])];

const stat = (uri) => {
  if (uri.path === "/locked.py") throw FileSystemError.NoPermissions(uri);
  if (uri.path === "/" || uri.path === "/closed") return { type: FileType.Directory, ctime: 0, mtime: 1000, size: 0 };
  return { type: FileType.File, ctime: 0, mtime: 1000, size: uri.path === "/gone.py" ? 1 : bytes(uri).length };
};
const names = (uri) => {
  if (uri.path !== "/") throw FileSystemError.NoPermissions(uri);
  return NAMES;
};
const bytes = ({ path }) => {
  if (!Object.hasOwn(FILES, path)) throw FileSystemError.FileNotFound(path);
  return new TextEncoder().encode(FILES[path]);
};
const refuse = () => {
  throw FileSystemError.NoPermissions("these files are fixed");
};
const files = {
  onDidChangeFile: new EventEmitter().event,
  watch: () => ({ dispose: () => undefined }),
  stat,
  readDirectory: names,
  readFile: bytes,
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};

exports.activate = (context) => context.subscriptions.push(workspace.registerFileSystemProvider("shop", files, { isReadonly: true }));
