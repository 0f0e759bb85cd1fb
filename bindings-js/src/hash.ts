// SHA-256 in Node.

/** Node's module, loaded when it is first needed: most questions need no hash. */
let crypto: Promise<typeof import("node:crypto")> | undefined;

/** SHA-256. */
export async function hashInNode(bytes: Uint8Array): Promise<Uint8Array> {
  return (await (crypto ??= import("node:crypto"))).createHash("sha256").update(bytes).digest();
}
