// The WebAssembly modules as scripts, which the build generates.

declare module "*/inline/node-thread.js" {
  const script: string;
  export default script;
}

declare module "*.wasm.js" {
  /** The bytes, in base 64. */
  const base64: string;
  export default base64;
}
