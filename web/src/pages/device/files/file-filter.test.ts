import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { allTime } from "../../../time-range/time-words.ts";
import { everyFile, filterOf, isChosen, isNarrowed, newestFirst, sortedFiles } from "./file-filter.ts";

const file = (name: string, startTime: number, more: Partial<FileRecord> = {}): FileRecord => ({
  ...{ name, tag: "raw", startTime, endTime: startTime + 1, size: 1, storageStatus: 3, createdTime: 0 },
  ...{ sha256: null, processing: "NONE", error: null, channelCount: null, sampleCount: null },
  ...more,
});

test("the server filters by range, name, tag and whether it holds a file; where exactly a file is, is looked at here", () => {
  const onServer = file("a", 1, { storageStatus: 2 });
  const onBoth = file("b", 2, { storageStatus: 3 });
  const choice = { ...everyFile, tag: "raw", text: "a", status: "2" };

  expect(filterOf(everyFile, allTime, 0)).toEqual({
    ...{ time: allTime, textSearch: undefined, tag: undefined, isHeld: false, back: 0 },
  });
  expect(filterOf(choice, allTime, 3)).toEqual({ time: allTime, textSearch: "a", tag: "raw", isHeld: true, back: 3 });
  expect([onServer, onBoth].filter((one) => isChosen(one, choice))).toEqual([onServer]);
  expect([isNarrowed(everyFile, allTime), isNarrowed(choice, allTime)]).toEqual([false, true]);
  expect(isNarrowed(everyFile, ["now-7d", "now"])).toBe(true);
});

test("the newest come first; unknown sizes are the smallest", () => {
  const files = [file("a", 1, { size: null }), file("b", 3, { size: 5 }), file("c", 2, { size: 9 })];

  expect(sortedFiles(files, newestFirst).map(({ name }) => name)).toEqual(["b", "c", "a"]);
  expect(sortedFiles(files, { by: "size", isDescending: false }).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});
