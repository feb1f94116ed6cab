// Nodes in the processes of tests can rest, from the first import of this on; those of the long run never do.
import { registerHooks } from "node:module";
import { isLongRun } from "../switches.ts";

const usual = new URL("../../server/src/kernel/repeat.ts", import.meta.url).href;
const resting = new URL("./resting-repeat.ts", import.meta.url).href;

if (!isLongRun())
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      return found.url === usual && context.parentURL !== resting ? { ...found, url: resting } : found;
    },
  });
