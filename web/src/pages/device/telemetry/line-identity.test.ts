import { expect, test } from "vitest";
import type { ComparedLine } from "./compared-lines.ts";
import { identityOf } from "./line-identity.ts";

const flow: ComparedLine = { id: "flow", deviceId: "own", key: "flow", shiftMs: 0 };
const other: ComparedLine = { id: "other/flow", deviceId: "other", key: "flow", shiftMs: 0 };
const limits = { warnAbove: 5 };
const told = (more: object = {}) => ({ label: "Flow", unitShown: "l/min", ...more });

test("[#17] a line keeps its colour when another device is compared with, and when it is moved", () => {
  const plain = identityOf("own", [flow], () => told())(flow, "Flow");
  const coloured = identityOf("own", [flow, other], () => told({ colour: "#123456" }));

  expect(plain.series).toBeDefined();
  expect(identityOf("own", [flow, other], () => told())(flow, "Flow · P-03")).toEqual(plain);
  expect(identityOf("own", [{ ...flow, shiftMs: 5 }], () => told())({ ...flow, shiftMs: 5 }, "Flow · 5 ms")).toEqual(
    plain,
  );
  expect(coloured(flow, "Flow · P-03")).toEqual({ colour: "#123456" });
  expect(coloured(other, "Flow · P-04").series).toEqual({ id: "other other/flow", place: 3 });
});

test("[#17] limits stay while no other device has other ones for the same unit", () => {
  const limitsOf = (theirs: object) =>
    identityOf("own", [flow, other], ({ deviceId }) => told(deviceId === "own" ? { limits } : theirs))(flow, "").limits;

  expect([limitsOf({}), limitsOf({ limits }), limitsOf({ limits: { warnAbove: 9 }, unitShown: "bar" })]).toEqual([
    limits,
    limits,
    limits,
  ]);
  expect(limitsOf({ limits: { warnAbove: 9 } })).toBeUndefined();
});
