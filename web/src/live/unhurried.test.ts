import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unhurried } from "./unhurried.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first is done at once, the rest of a burst once, after a pause", async () => {
  const done: string[] = [];
  const { ask } = unhurried(100, async (name) => done.push(name));

  for (let time = 0; time < 5; time++) ask("files");
  expect(done).toEqual(["files"]);
  await vi.advanceTimersByTimeAsync(101);
  expect(done).toEqual(["files", "files"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(["files", "files"]);
});

test("what takes long, or fails, is not begun again before it has ended", async () => {
  const under = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const { ask } = unhurried(100, () => under[begun++]?.promise ?? Promise.resolve());

  ask("files");
  ask("files");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun).toBe(1);
  under[0]?.reject(new Error("no answer"));
  await vi.advanceTimersByTimeAsync(101);
  expect(begun).toBe(2);
});

test("names do not wait for each other, and nothing happens after the end", async () => {
  const done: string[] = [];
  const { ask, stop } = unhurried(100, async (name) => done.push(name));

  ask("files");
  ask("commands");
  ask("files");
  stop();
  await vi.advanceTimersByTimeAsync(1_000);

  expect(done).toEqual(["files", "commands"]);
});
