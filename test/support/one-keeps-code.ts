// What Node has compiled is kept for later processes. Each process of a run would write down the same thousands of files when
// it ends, which on a fresh clone takes ten seconds of both cores: one does, and as it goes on.
import module, { syncBuiltinESMExports } from "node:module";

const isTheOne = process.env["VITEST_POOL_ID"] === "1";
const { flushCompileCache } = module;

/** What was compiled since the last time. */
export function keepCode(): void {
  if (isTheOne) flushCompileCache();
}

if (!isTheOne) {
  module.flushCompileCache = () => undefined; // the runner calls it at the end
  syncBuiltinESMExports();
}
