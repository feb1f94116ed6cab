import { expect, test } from "vitest";
import { saysMore } from "./heard-of.ts";

const speed = { ts: 7, value: 1 };

test("[DEV5] what a subscription begins with is no contact, a value that comes later is", () => {
  expect(saysMore({ type: "state", telemetry: { speed } })).toBe(false);
  expect(saysMore({ type: "change" })).toBe(false);
  expect(saysMore({ type: "change", telemetry: { speed: null } })).toBe(false);
  expect(saysMore({ type: "change", telemetry: { speed } })).toBe(true);
});
