// Serves the built page from this machine alone. `node serve.mjs [port]`, or `serve()` for the tests.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FOLDER = fileURLToPath(new URL("dist", import.meta.url));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Listens on a port of localhost; 0: any free one. Returns the address, and a function that stops the server. */
export async function serve(port = 0) {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const path = normalize(pathname === "/" ? "/index.html" : decodeURIComponent(pathname));
      const body = await readFile(join(FOLDER, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "localhost", resolve));
  return { address: `http://localhost:${server.address().port}/`, stop: () => server.close() };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const port = Number(process.argv[2] ?? 8080);
  const { address } = await serve(port).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    console.log(`Port ${port} is taken, so another one is used: there a browser sees nothing of what it keeps for this one.`);
    return serve();
  });
  console.log(`${address} — Ctrl-C ends it`);
}
