import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unhurried } from "./unhurried.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first is done at once, the rest of a burst once, after a pause", () => {
  const done: string[] = [];
  const { ask } = unhurried(100, (name) => done.push(name));

  for (let time = 0; time < 5; time++) ask("files");
  expect(done).toEqual(["files"]);
  vi.advanceTimersByTime(100);
  expect(done).toEqual(["files", "files"]);
  vi.advanceTimersByTime(1_000);
  expect(done).toEqual(["files", "files"]);
});

test("names do not wait for each other, and nothing happens after the end", () => {
  const done: string[] = [];
  const { ask, stop } = unhurried(100, (name) => done.push(name));

  ask("files");
  ask("commands");
  ask("files");
  stop();
  vi.advanceTimersByTime(1_000);

  expect(done).toEqual(["files", "commands"]);
});
