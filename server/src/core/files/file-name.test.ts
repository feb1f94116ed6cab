import { expect, test } from "vitest";
import { archiveNamesOf, baseNameOf, checkedName, isOsfName, startTimeOfName, tagOfName } from "./file-name.ts";

test("[FILE1] inside an archive names lose their leading slash, and stay apart", () => {
  const names = ["/sde/a.osfz", "sde/a.osfz", "//sde/a.osfz", "/b", "b", "/v1.2/c"];

  expect(archiveNamesOf(names)).toEqual(["sde/a.osfz", "sde/a (2).osfz", "sde/a (3).osfz", "b", "b (2)", "v1.2/c"]);
});

test.each(["/sde/preview/ä b.osfz", "a", ".hidden", "a/..b", "...", "/a//b"])("[FILE1] %j is kept verbatim", (name) => {
  expect(checkedName(name)).toBe(name);
});

test.each(["", " ", "..", "../x", "a/../b", "a\\b", "a\nb", "a/", "x".repeat(1_025), "\ud800"])(
  "[FILE1] %j is refused",
  (name) => {
    expect(() => checkedName(name)).toThrow("cannot be a file name");
  },
);

test.each([
  ["../../x", "x"],
  ["C:\\data\\y.osfz", "y.osfz"],
  ["z", "z"],
])("[FILE1] of the uploaded name %j only the last part counts", (name, last) => {
  expect(baseNameOf(name)).toBe(last);
});

test.each([
  ["/sde/raw/20220629/20220629_115750.osfz", "2022-06-29T11:57:50.000Z", "raw"],
  ["20220629_115750.osfz", "2022-06-29T11:57:50.000Z", null],
  ["/sde/raw/20221329/20221329_115750.osfz", undefined, "raw"],
  ["/sde/raw/notes.txt", undefined, null],
])("[DHP5] what the name %j says", (name, time, tag) => {
  const start = startTimeOfName(name);
  expect(start === null ? undefined : new Date(start).toISOString()).toBe(time);
  expect(tagOfName(name)).toBe(tag);
});

test("[FILE3] names of measurement files end in .osf or .osfz, however they are written", () => {
  expect(["a.osf", "a.OSFZ", "a.osf.gz", "osf"].map(isOsfName)).toEqual([true, true, false, false]);
});
