// SHA-256 in Node.

/** Loaded on demand: most questions need no hash. */
let crypto: Promise<typeof import("node:crypto")> | undefined;

/** The hash of bytes. */
export async function hashInNode(bytes: Uint8Array): Promise<Uint8Array> {
  return (await (crypto ??= import("node:crypto"))).createHash("sha256").update(bytes).digest();
}
