import { expect, test } from "vitest";
import { uploadTag } from "./upload-tag.ts";

test("[#17.16] what people bring is no preview, unless it is a measurement", () => {
  expect(["a.csv", "plan.pdf", "noending"].map(uploadTag)).toEqual(["upload", "upload", "upload"]);
  expect(["a.osf", "B.OSFZ"].map(uploadTag)).toEqual([undefined, undefined]);
});
