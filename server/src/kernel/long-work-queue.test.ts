import { expect, test } from "vitest";
import { LongWorkQueue } from "./long-work-queue.ts";

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

test("[API11] of much long work one piece is done per turn of the event loop, in the order of asking", async () => {
  const queue = new LongWorkQueue();
  const done: string[] = [];
  const work = async (name: string, pieces: number) => {
    for (let piece = 1; piece <= pieces; piece++) {
      await queue.nextPiece();
      done.push(`${name}${piece}`);
    }
  };

  const all = Promise.all([work("a", 3), work("b", 2), work("c", 1)]);
  const seenPerTurn: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    await nextIteration();
    seenPerTurn.push(done.length);
  }
  await all;

  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  for (const [index, seen] of seenPerTurn.entries()) expect(seen - (seenPerTurn[index - 1] ?? 0)).toBeLessThan(2);
});
