import { dirname } from "node:path";

const above = dirname(import.meta.dirname);

// A server that runs without this folder. The packages lie one folder above.
export default { output: "standalone", outputFileTracingRoot: above, turbopack: { root: above }, poweredByHeader: false };
