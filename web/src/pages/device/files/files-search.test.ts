import { expect, test } from "vitest";
import { choosing, chosenIn, closed, filesSearchOf, opened, windowIn, zoomed } from "./files-search.ts";

const file = { name: "/data/run 7.osf", tag: "lab" };

test("[#17] the open file and what is zoomed to are in the address, and leave it again", () => {
  const open = opened({ q: "run", from: "now-7d", to: "now" }, file);
  const near = zoomed(open, { startTime: 5.25, endTime: 9 });

  expect(filesSearchOf({ ...near })).toEqual(near);
  expect(windowIn(near)).toEqual({ startTime: 5.25, endTime: 9 });
  expect(windowIn(zoomed(near, {}))).toEqual({});
  expect(zoomed(near, {})).toEqual(open);
  expect(windowIn(opened(near, file))).toEqual({});
  expect(closed(near)).toEqual({ q: "run", from: "now-7d", to: "now" });
});

test("[#17.8] the channels of a file that are drawn are in the address, as are none, and go with the file", () => {
  const open = opened({ q: "run" }, file);
  const drawn = choosing(open, [0, 12]);

  expect(drawn).toEqual({ ...open, channels: ["0", "12"] });
  expect([filesSearchOf({ ...drawn }), filesSearchOf({ ...open, channels: 7 })].map(chosenIn)).toEqual([[0, 12], [7]]);
  expect([chosenIn(choosing(open, [])), chosenIn(open)]).toEqual([[], undefined]);
  expect(filesSearchOf({ ...choosing(open, []) })).toEqual(choosing(open, []));
  expect([closed(drawn), opened(drawn, file)]).toEqual([{ q: "run" }, open]);
  expect(filesSearchOf({ ...open, channels: ["x", "-1", {}] })).toEqual(open);
  expect(filesSearchOf({ channels: 7 })).toEqual({});
});

test("[#17] an address that was cut or typed opens the whole file, or none", () => {
  expect(filesSearchOf({ file: 12, tag: 3, start: 9, end: 5 })).toEqual({ file: "12", tag: "3" });
  expect(filesSearchOf({ file: "a", tag: "b", start: "x", end: 5 })).toEqual({ file: "a", tag: "b" });
  expect(filesSearchOf({ file: "a", start: 1, end: 5 })).toEqual({});
  expect(filesSearchOf({ file: {}, tag: "b", q: 7 })).toEqual({ q: "7" });
});
