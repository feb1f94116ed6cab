import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { everyFile, isChosen, newestFirst, sortedFiles } from "./file-filter.ts";

const file = (name: string, startTime: number, more: Partial<FileRecord> = {}): FileRecord => ({
  ...{ name, tag: "raw", startTime, endTime: startTime + 1, size: 1, storageStatus: 3, createdTime: 0 },
  ...{ sha256: null, processing: "NONE", error: null, channelCount: null, sampleCount: null },
  ...more,
});

test("filters by tag and by where a file is", () => {
  const held = file("a", 1);
  const remote = file("b", 2, { tag: "preview", storageStatus: 0 });

  expect([held, remote].filter((one) => isChosen(one, everyFile))).toEqual([held, remote]);
  expect([held, remote].filter((one) => isChosen(one, { ...everyFile, tag: "raw" }))).toEqual([held]);
  expect([held, remote].filter((one) => isChosen(one, { ...everyFile, status: "0" }))).toEqual([remote]);
});

test("the newest come first; unknown sizes are the smallest", () => {
  const files = [file("a", 1, { size: null }), file("b", 3, { size: 5 }), file("c", 2, { size: 9 })];

  expect(sortedFiles(files, newestFirst).map(({ name }) => name)).toEqual(["b", "c", "a"]);
  expect(sortedFiles(files, { by: "size", isDescending: false }).map(({ name }) => name)).toEqual(["a", "b", "c"]);
});
