import { request } from "node:http";
import { Readable } from "node:stream";
import fastify from "fastify";
import { expect, test } from "vitest";
import { FailureLog, logFailure } from "./failure-log.ts";

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly message: string };
}

/** A route that sends this, and what is logged of it. */
async function serving(source: (gone: Promise<unknown>) => AsyncGenerator<string>) {
  const lines: LogLine[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  const logging = { logger: { level: "debug", stream }, logController: new FailureLog() };
  const app = fastify({ ...logging, forceCloseConnections: true });
  app.setErrorHandler((error, asked, reply) => {
    logFailure(error, asked, reply);
    void reply.code(500).send({});
  });
  app.post("/data", async (_, { raw }) => {
    const gone = new Promise((resolve) => raw.once("close", resolve));
    return Readable.from(source(gone), { objectMode: false });
  });
  const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const headers = { "content-type": "application/json" };
  const ask = () => request({ port, method: "POST", path: "/data", headers });
  return { ask, ofRequests: () => lines.filter(({ msg }) => !msg.startsWith("Server listening")), app };
}

const seen = (lines: readonly LogLine[]) => lines.map(({ level, msg, err }) => [level, msg, err?.message]);
const isGone = [[20, "the reader went away", undefined]];

test("[API2] a reader who goes before the first byte is no failure", async () => {
  const begun = Promise.withResolvers<void>();
  const { ask, ofRequests, app } = await serving(async function* (gone) {
    begun.resolve();
    await gone;
    yield "too late";
  });
  const asked = ask().on("error", () => {});
  asked.end("{}");

  await begun.promise;
  asked.destroy();

  await expect.poll(() => seen(ofRequests())).toEqual(isGone);
  await app.close();
});

test("[API2] nor is one who goes in the middle", async () => {
  const { ask, ofRequests, app } = await serving(async function* () {
    for (;;) yield "x".repeat(65_536);
  });
  const asked = ask().on("error", () => {});
  asked.on("response", (answer) => answer.once("data", () => asked.destroy()).on("error", () => {}));
  asked.end("{}");

  await expect.poll(() => seen(ofRequests())).toEqual(isGone);
  await app.close();
});

test("[API2] what fails is an error in the log, in the middle of an answer as well", async () => {
  const { ask, ofRequests, app } = await serving(async function* () {
    yield "begun";
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("the disk is gone");
  });
  const asked = ask().on("error", () => {});
  asked.on("response", (answer) => answer.on("error", () => {}).resume());
  asked.end("{}");

  await expect.poll(() => seen(ofRequests())).toEqual([[50, "request failed", "the disk is gone"]]);
  await app.close();
});
