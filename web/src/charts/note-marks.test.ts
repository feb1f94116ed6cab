import { expect, test } from "vitest";
import { notesWithin, notesWithText } from "./note-marks.ts";

const note = (from: number, to = from) => ({ from, to, text: "Filter changed" });

test("[DSH3] notes of the time that is shown, from the left", () => {
  expect(notesWithin([note(30), note(5, 12), note(1), note(15)], 10, 20)).toEqual([note(5, 12), note(15)]);
});

test("[DSH3] a text that would lie over another is left out", () => {
  const places = [0, 50, 120, 130].map((left) => ({ left, width: 100 }));

  expect(notesWithText(places)).toEqual([true, false, true, false]);
});
