import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileArriving } from "./while-arriving.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A chunk at each of these moments, in seconds. */
async function* chunksAt(...seconds: number[]): AsyncGenerator<Buffer> {
  let now = 0;
  for (const second of seconds) {
    vi.advanceTimersByTime((second - now) * 1_000);
    now = second;
    yield Buffer.from([second]);
  }
}

test.each([
  ["is over at once", [0, 0.5], 0],
  ["has begun", [0, 1, 2, 3], 1],
  ["takes its time", [0, 1, 20, 32, 40, 61, 62], 3],
])("[CMD2] an upload that %s extends its request %#", async (_, seconds, times) => {
  const remind = vi.fn(async () => undefined);

  const handedOn = await Array.fromAsync(whileArriving(chunksAt(...seconds), remind));

  expect(handedOn).toHaveLength(seconds.length);
  expect(remind).toHaveBeenCalledTimes(times);
});
