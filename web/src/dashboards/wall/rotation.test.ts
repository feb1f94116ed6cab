import { expect, test } from "vitest";
import { type Rotation, type RotationStep, rotated } from "./rotation.ts";
import { nextOfTour } from "./tour.ts";

const after = (steps: readonly RotationStep[], pages: number, seconds: number) =>
  steps.reduce<{ rotation: Rotation; ends: number }>(
    ({ rotation, ends }, step) => {
      const next = rotated(rotation, step, pages, seconds);
      return { rotation: next.rotation, ends: ends + Number(next.hasEnded) };
    },
    { rotation: { at: 0, left: seconds, isPaused: false }, ends: 0 },
  );
const passing = (count: number): RotationStep[] => Array.from({ length: count }, () => "second");

test("[DSH6] each page has its seconds, and after the last one comes the first, or another dashboard", () => {
  expect(after(passing(2), 2, 3)).toMatchObject({ rotation: { at: 0, left: 1 }, ends: 0 });
  expect(after(passing(3), 2, 3)).toMatchObject({ rotation: { at: 1, left: 3 }, ends: 0 });
  expect(after(passing(6), 2, 3)).toMatchObject({ rotation: { at: 0, left: 3 }, ends: 1 });
  expect(after(passing(3), 1, 3)).toMatchObject({ rotation: { at: 0 }, ends: 1 });
});

test("[DSH6] it stands still without seconds and while it is paused; keys go on all the same", () => {
  expect(after(passing(9), 2, 0)).toMatchObject({ rotation: { at: 0 }, ends: 0 });
  expect(after(["pause", ...passing(9)], 2, 3)).toMatchObject({ rotation: { at: 0, left: 3, isPaused: true } });
  expect(after(["previous"], 3, 3)).toMatchObject({ rotation: { at: 2 } });
  expect(after(["next", "next", "next"], 3, 0)).toMatchObject({ rotation: { at: 0 }, ends: 1 });
});

test("[DSH6] after a dashboard comes the next of the tour, after the last the first, and nothing where it is alone", () => {
  expect([nextOfTour({ tour: "a,b" }, "a"), nextOfTour({ tour: "a,b" }, "b")]).toEqual(["b", "a"]);
  expect([nextOfTour({}, "a"), nextOfTour({ tour: "a" }, "a")]).toEqual([undefined, undefined]);
});
