import { once } from "node:events";
import { indexFile } from "./index-file.ts";
import type { JobMessage, OsfJob } from "./jobs.ts";
import { exportFile, readNumbers, readSamples } from "./read-samples.ts";

async function* portionsOf(job: OsfJob): AsyncGenerator<unknown, unknown> {
  switch (job.kind) {
    case "index":
      return indexFile(job);
    case "samples":
      return readSamples(job);
    case "export":
      return yield* exportFile(job);
    case "numbers":
      return yield* readNumbers(job);
  }
}

const post = (message: JobMessage): void => void process.send?.(message);

async function run(job: OsfJob): Promise<void> {
  try {
    const portions = portionsOf(job);
    let step = await portions.next();
    while (!step.done) {
      post({ kind: "portion", value: step.value });
      await once(process, "message"); // the last one was taken
      step = await portions.next();
    }
    post({ kind: "result", value: step.value });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    post({ kind: "failed", message: error instanceof Error ? error.message : String(error), code });
  }
}

/** What it says first tells that it can be asked. */
async function serve(): Promise<void> {
  process.send?.("ready");
  for (;;) {
    const [job] = (await once(process, "message")) as [OsfJob];
    await run(job);
  }
}

process.on("disconnect", () => process.exit()); // the node is gone: there is nobody to read for
await serve();
