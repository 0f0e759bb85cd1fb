// A folder of two files in memory, which the editor opens in the tests: `shop:/`.

const { EventEmitter, FileSystemError, FileType, workspace } = require("vscode");

const FILES = {
  "/shelf.py": 'class Shelf:\n    """Keeps books."""\n\n    def add(self, title: str) -> None:\n        """Puts a book on the shelf."""\n        self.check(title)\n\n    def check(self, title: str) -> None:\n        assert title\n',
  "/shop.py": "from shelf import Shelf\n\n\ndef restock(titles):\n    shelf = Shelf()\n    for title in titles:\n        shelf.add(title)\n",
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
  stat: (uri) => (uri.path === "/" ? { type: FileType.Directory, ctime: 0, mtime: 1000, size: 0 } : { type: FileType.File, ctime: 0, mtime: 1000, size: bytes(uri).length }),
  readDirectory: () => Object.keys(FILES).map((path) => [path.slice(1), FileType.File]),
  readFile: bytes,
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
};

exports.activate = (context) => context.subscriptions.push(workspace.registerFileSystemProvider("shop", files, { isReadonly: true }));
