import { expect, test } from "vitest";
import { downloadName } from "./download-name.ts";

test("the server's name of a file is taken, in either form", () => {
  expect(downloadName(`attachment; filename="x.zip"; filename*=UTF-8''M%C3%BCnchen.zip`, "f")).toBe("München.zip");
  expect(downloadName('attachment; filename="x.osfz"', "f")).toBe("x.osfz");
});

test("without a name, or with a broken one, ours is", () => {
  expect(downloadName(null, "f")).toBe("f");
  expect(downloadName("attachment; filename*=UTF-8''%E0%A4%A", "f")).toBe("f");
});
