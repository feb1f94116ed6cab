import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { encodeOsf } from "@heliograph/osf";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { OsfJob } from "./jobs.ts";
import { ReaderPool } from "./reader-pool.ts";
import type { ReaderProcess } from "./reader-process.ts";

const limits = { silenceMs: 60_000, memoryMb: 64, inflatedBytes: 1e9, expansion: 64 };
let folder: string;
let job: OsfJob;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "helio-readers-"));
  const bytes = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (encoder) =>
    encoder.stamped(0, [1_000_000n, 2_000_000n], [1, 2]),
  );
  const path = join(folder, "a.osf");
  await writeFile(path, bytes);
  const content = { path, size: bytes.length, crcs: Uint32Array.of(crc32(bytes)), pieceBytes: 1_048_576 };
  job = { kind: "samples", content, channel: 0, window: {}, limit: 10 };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(reader: ReaderProcess): Promise<unknown> {
  const step = await reader.run(job).next();
  return step.value;
}

const twoSamples = expect.objectContaining({ value: [1, 2] });

test("the process of the last read is kept for the next one, and a dead one is replaced", async () => {
  const pool = new ReaderPool(limits);
  const first = pool.take();
  expect(await read(first)).toEqual(twoSamples);
  await pool.giveBack(first);

  const second = pool.take();
  expect(second).toBe(first);
  await second.close();
  await pool.giveBack(second);

  const third = pool.take();
  expect(third).not.toBe(first);
  expect(await read(third)).toEqual(twoSamples);
  await pool.close();
  expect(third.isAlive).toBe(false);
});

test("[QTA1] a fifth read at once is refused as busy, and goes on when one has ended", async () => {
  const pool = new ReaderPool(limits);
  const four = [pool.take(), pool.take(), pool.take(), pool.take()];
  expect(() => pool.take()).toThrow(expect.objectContaining({ code: "FILE_READERS_BUSY" }));

  await Promise.all(four.map((reader) => pool.giveBack(reader)));
  expect(four.filter((reader) => reader.isAlive)).toHaveLength(1);
  expect(await read(pool.take())).toEqual(twoSamples);
  await pool.close();
  expect(() => pool.take()).toThrow(expect.objectContaining({ code: "FILE_READERS_BUSY" }));
});

test("[FILE7] how long a process takes to start is not the time of the file it is to read", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const pool = new ReaderPool({ ...limits, silenceMs: 1_000 });

  const reading = read(pool.take());
  vi.advanceTimersByTime(2_000); // it is on its way

  expect(await reading).toEqual(twoSamples);
  await pool.close();
});

test("[FILE7] a job whose process is ended fails with words, whoever ended it", async () => {
  const pool = new ReaderPool(limits);
  const reader = pool.take();
  const reading = read(reader);
  const ended = expect(reading).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
  await reader.close();
  await ended;
  await pool.giveBack(reader);
  await pool.close();
});
