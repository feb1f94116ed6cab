import { expect, test } from "vitest";
import { suggestedParams } from "./suggested-params.ts";

test("[#17.26] a command of the type begins with its defaults and what it needs", () => {
  const parameters = [
    { key: "on", kind: "boolean" as const, default: true },
    { key: "for", kind: "number" as const, required: true },
    { key: "note", kind: "text" as const },
  ];

  expect(suggestedParams({ method: "setRelay", parameters })).toBe('{"on":true,"for":null}');
  expect(suggestedParams({ method: "blink" })).toBeUndefined();
  expect(suggestedParams(undefined)).toBeUndefined();
});
