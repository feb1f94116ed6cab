import { expect, test } from "vitest";
import { positionIn } from "./position.ts";

test("a position is found under the names devices use, as number or text", () => {
  expect(
    positionIn(
      new Map<string, unknown>([
        ["lat", "48.2"],
        ["lng", 11.5],
      ]),
    ),
  ).toEqual({ latitude: 48.2, longitude: 11.5 });
});

test("half a position, or one outside of the globe, is none", () => {
  expect(positionIn(new Map([["lat", 48.2]]))).toBeUndefined();
  expect(
    positionIn(
      new Map([
        ["lat", 148.2],
        ["lon", 0],
      ]),
    ),
  ).toBeUndefined();
});
