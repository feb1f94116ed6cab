import type { AlarmCondition } from "@heliograph/contract";
import { rankOf } from "../../alarms/index.ts";
import { type Resolve, storedTree } from "./resolve.ts";

export const resolveAlarm: Resolve<AlarmCondition> = async ({ state, severity, type }, at) => {
  const rankAtLeast = severity === undefined ? undefined : rankOf(severity);
  const tree = storedTree(at, { of: "alarm", rankAtLeast, type, isUnacknowledged: state === "UNACKNOWLEDGED" });
  return { tree: state === "NONE" ? { of: "not", part: tree } : tree };
};
