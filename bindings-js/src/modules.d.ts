// The WebAssembly modules in the form of scripts, which the build makes.

declare module "*.wasm.js" {
  /** The bytes, in base 64. */
  const base64: string;
  export default base64;
}
