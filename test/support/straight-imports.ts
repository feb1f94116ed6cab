// One source's import of another leads where it says, from the first import of this on. What the runner does for each
// of them, for those who watch their files, is a third of what loading costs: it tells its main process, which notes it.
import { registerHooks } from "node:module";

const isSource = (specifier: string): boolean => specifier.startsWith(".") && specifier.endsWith(".ts");

if (process.env["VITEST_MODE"] !== "WATCH")
  registerHooks({
    resolve: (specifier, context, next) =>
      isSource(specifier) && context.parentURL !== undefined
        ? { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true }
        : next(specifier, context),
  });
