// Forwards messages over HTTP to `scrubjay mcp`, because the conformance suite reaches servers by an address.
// The bridge changes no message, so the suite judges the program.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

const [program, root] = process.argv.slice(2);
const sessions = new Map();

async function begin() {
  const server = new StdioClientTransport({ command: program, args: ["mcp", "--root", root], env: process.env, stderr: "inherit" });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  transport.onmessage = (message) => void server.send(message);
  server.onmessage = (message) => void transport.send(message);
  transport.onclose = () => void server.close();
  await transport.start();
  await server.start();
  return transport;
}

const http = createServer(async (request, response) => {
  const known = sessions.get(request.headers["mcp-session-id"]);
  await (known ?? (await begin())).handleRequest(request, response);
});
http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
