import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** In a function of its own, so that nothing of it stays on the stack. */
async function startedAndStopped(): Promise<WeakRef<object>> {
  await using app = await startApp();
  await app.firstTenant();
  return new WeakRef(app.platform);
}

test("[RUN6] nobody holds a node that has stopped, with all its buffers: programs that embed one can start the next", async () => {
  const stopped = await startedAndStopped();
  await startedAndStopped(); // what looks at the last one only, looks at another one now

  const isGone = (): boolean => {
    collectGarbage();
    return stopped.deref() === undefined;
  };
  await expect.poll(isGone).toBe(true);
});
