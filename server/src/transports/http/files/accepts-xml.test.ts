import { expect, test } from "vitest";
import { acceptsXml } from "./accepts-xml.ts";

test.each([
  [undefined, true],
  ["", true],
  ["*/*", true],
  ["text/html,application/json,application/xhtml+xml,application/xml;q=0.9", true],
  ["application/json, text/xml;q=0.1", true],
  ["application/*", true],
  ["application/json", false],
  ["application/json, application/xml;q=0", false],
  ["text/html", false],
])("[API6] Accept: %s allows XML: %s", (accept, allowed) => {
  expect(acceptsXml(accept)).toBe(allowed);
});
