// The file system `shop:/` in memory, which the editor opens in the tests. Besides ordinary files it has a file that may not be examined, a
// file that is gone when it is read, and a folder that cannot be listed.

const { EventEmitter, FileSystemError, FileType, workspace } = require("vscode");

const FILES = {
  "/shelf.py": 'class Shelf:\n    """Keeps books."""\n\n    def add(self, title: str) -> None:\n        """Puts a book on the shelf."""\n        self.check(title)\n\n    def check(self, title: str) -> None:\n        assert title\n',
  "/cart.py": "class Cart:\n    def add(self, title):\n        self.last = title\n",
  "/tests/test_cart.py": "from cart import Cart\n\n\ndef test_adding():\n    cart = Cart()\n    cart.add('a')\n",
  "/shop.py": "from shelf import Shelf\n\n\ndef restock(titles):\n    shelf = Shelf()\n    for title in titles:\n        shelf.add(title)\n",
};

const FOLDERS = {
  "/": [["closed", FileType.Directory], ["tests", FileType.Directory], ["locked.py", FileType.File], ["gone.py", FileType.File], ["cart.py", FileType.File], ["shelf.py", FileType.File], ["shop.py", FileType.File]],
  // Named exactly so: not every file system takes a path that ends in a slash.
  "/tests": [["test_cart.py", FileType.File]],
};

const stat = (uri) => {
  if (uri.path === "/locked.py") throw FileSystemError.NoPermissions(uri);
  if (uri.path === "/closed" || Object.hasOwn(FOLDERS, uri.path)) return { type: FileType.Directory, ctime: 0, mtime: 1000, size: 0 };
  return { type: FileType.File, ctime: 0, mtime: 1000, size: uri.path === "/gone.py" ? 1 : bytes(uri).length };
};
const names = (uri) => {
  if (!Object.hasOwn(FOLDERS, uri.path)) throw FileSystemError.NoPermissions(uri);
  return FOLDERS[uri.path];
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
