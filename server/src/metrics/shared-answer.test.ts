import { expect, test } from "vitest";
import { sharedAnswer } from "./shared-answer.ts";

test("whoever asks within the time has the same answer, and what failed is asked again", async () => {
  const time = { now: 0 };
  let [asked, fails] = [0, false];
  const answer = async () => {
    asked++;
    if (fails) throw new Error("away");
    return asked;
  };
  const shared = sharedAnswer(1_000, answer, () => time.now);

  expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
  time.now = 1_000;
  expect(await shared()).toBe(2);
  time.now = 2_000;
  fails = true;
  await expect(shared()).rejects.toThrow("away");
  fails = false;
  expect(await shared()).toBe(4);
});
