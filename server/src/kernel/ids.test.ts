import { expect, test } from "vitest";
import { randomToken } from "./ids.ts";

test("[DEV4] no token begins with a hyphen: a program would take it for an option, a table for a formula", () => {
  const drawn = [Buffer.from([0xf8, 1, 2]), Buffer.from([0xfb, 1, 2]), Buffer.from([0xfc, 1, 2])];
  expect(drawn.map((bytes) => bytes.toString("base64url")[0])).toEqual(["-", "-", "_"]);

  expect(randomToken(3, () => drawn.shift() as Buffer)).toBe("_AEC");
});
