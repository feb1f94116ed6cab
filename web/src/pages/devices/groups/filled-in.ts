import { conditionsIn, type DeviceFilterNode } from "@heliograph/contract";
import { editorOf } from "./conditions/index.ts";

/** Whether every condition says what it is about: one that was just added does not. */
export const isFilledIn = (filter: DeviceFilterNode): boolean =>
  conditionsIn(filter).every((condition) => {
    if ("key" in condition) return condition.key !== "";
    if (condition.kind === "TYPE") return condition.deviceProfileIds.length > 0;
    return condition.kind !== "PROJECT" || condition.projectIds.length > 0;
  });

/** Whether this version knows every kind of condition in it. */
export const isKnown = (filter: DeviceFilterNode): boolean =>
  conditionsIn(filter).every(({ kind }) => editorOf(kind) !== undefined);
