// Nodes in the processes of tests take the quick hasher in place of the package; from the first import of this on.
import { registerHooks } from "node:module";

const packageName = "@node-rs/argon2";
const quick = new URL("./quick-argon2.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === packageName && context.parentURL !== quick
      ? { url: quick, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});
