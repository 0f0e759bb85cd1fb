// Serves folders as pages, and opens them in headless Chromium.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** Serves the body and type that `find` returns for a path; 404 if it throws. */
export async function serve(find) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    try {
      const { body, type } = find(path);
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return { server, address: `http://localhost:${server.address().port}` };
}

/** Reads a file of a folder, for `serve`. */
export function fileOf(folder, path) {
  const name = path.endsWith("/") ? `${path}index.html` : path;
  return { body: readFileSync(join(folder, name)), type: TYPES[extname(name)] ?? "text/plain" };
}

/** A browser that reaches nothing but what is served here. */
export function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: [...args, "--disable-component-update", "--disable-sync"],
  });
}
