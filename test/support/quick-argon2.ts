// In place of the package, in the nodes that tests run in their own process: a login costs them a tenth. What is
// hashed, how it is stored and who waits for whom stays as it is; nodes in processes of their own hash at full cost, and
// so does every node of the long run.
import { createRequire } from "node:module";
import type { Options } from "@node-rs/argon2";
import { isLongRun } from "../switches.ts";

// Not imported: the import would lead back here.
const real: typeof import("@node-rs/argon2") = createRequire(import.meta.url)("@node-rs/argon2");
const cost: Options = isLongRun() ? {} : { memoryCost: 256, timeCost: 1 };

export const hash = (password: string, options: Options): Promise<string> =>
  real.hash(password, { ...options, ...cost });
export const { verify } = real;
