import { expect, test } from "vitest";
import { parseJson } from "./json.ts";

test("a name is read as it is written, whatever other files had in its place", () => {
  parseJson('{"info":{"site":1,"5\\\\":2}}', 100);

  expect(parseJson('{"info":{"site":1,"5\\"":2}}', 100)).toEqual({ info: { site: 1, '5"': 2 } });
});
