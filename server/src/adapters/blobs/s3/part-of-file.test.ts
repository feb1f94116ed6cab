import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { PartOfFile, type Ring } from "./part-of-file.ts";

const content = randomBytes(5_000_001);
let handle: FileHandle;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-part-"));
  await writeFile(join(folder, "gathered"), content);
  handle = await open(join(folder, "gathered"));
  await rm(folder, { recursive: true });
  return () => handle.close();
});

async function serving(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return () => request({ host: "127.0.0.1", port, method: "PUT" });
}

/** Reads less at a time than a piece, and later than the sender could send. */
async function echoed(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const arrived: Buffer[] = [];
  for await (const chunk of asked as AsyncIterable<Buffer>) {
    arrived.push(Buffer.from(chunk));
    if (arrived.length % 16 === 0) await sleep(1);
  }
  answer.end(Buffer.concat(arrived));
}

const slowly: RequestListener = (asked, answer) => void echoed(asked, answer);

const partFrom = (from: number, bytes: number, rings: Ring[]) => new PartOfFile(handle, from, bytes, rings);

async function sentBy(part: PartOfFile, ask: () => ReturnType<typeof request>): Promise<Buffer> {
  const asked = part.stream().pipe(ask());
  const [answer] = (await once(asked, "response")) as [AsyncIterable<Buffer>];
  return Buffer.concat(await Array.fromAsync(answer));
}

test("[REL5] parts that share memory arrive as they are in the file, however slowly they are read", async () => {
  const ask = await serving(slowly);
  const rings: Ring[] = [];
  for (const from of [0, 1_000_000, 123_457]) {
    const parts = [from, from + 7].map((at) => partFrom(at, 3_000_001, rings));
    const arrived = await Promise.all(parts.map((part) => sentBy(part, ask)));
    expect(arrived.map((bytes, n) => bytes.equals(content.subarray(from + n * 7, from + n * 7 + 3_000_001)))).toEqual([
      true,
      true,
    ]);
    for (const part of parts) part.sent();
  }
  expect(rings.length).toBe(2);
});

test("[CLU4] a part that is sent twice is whole both times, and its memory is nobody else's any more", async () => {
  const ask = await serving(slowly);
  const rings: Ring[] = [];
  const part = partFrom(1, 2_000_000, rings);
  const both = await Promise.all([sentBy(part, ask), sentBy(part, ask)]);
  part.sent();
  expect(both.map((bytes) => bytes.equals(content.subarray(1, 2_000_001)))).toEqual([true, true]);
  expect(rings).toEqual([]);
});

test("[CLU4] a connection that breaks ends the reading, and a file that ends early ends the connection", async () => {
  const ask = await serving((asked) => void asked.once("data", () => asked.socket.destroy()));
  const stream = partFrom(0, 5_000_000, []).stream();
  const broken = stream.pipe(ask());
  await expect(once(broken, "response")).rejects.toThrow();
  await expect.poll(() => stream.destroyed).toBe(true);

  const patient = await serving((asked) => void asked.resume());
  const short = partFrom(4_000_000, 2_000_000, []).stream().pipe(patient());
  await expect(once(short, "response")).rejects.toThrow("ends at byte 5000001");
});

test("[CLU1] all of it at once is there for whoever hashes it first", async () => {
  expect((await partFrom(9, 1_000, []).whole()).equals(content.subarray(9, 1_009))).toBe(true);
});
