// SHA-256 in Node.

/** Loads Node's module on demand: most questions need no hash. */
let crypto: Promise<typeof import("node:crypto")> | undefined;

/** SHA-256. */
export async function hashInNode(bytes: Uint8Array): Promise<Uint8Array> {
  return (await (crypto ??= import("node:crypto"))).createHash("sha256").update(bytes).digest();
}
