import type { Static } from "typebox";
import { activityCondition } from "./activity-condition.ts";
import { alarmCondition } from "./alarm-condition.ts";
import { attributeCondition } from "./attribute-condition.ts";
import { latestValueCondition } from "./latest-value-condition.ts";
import { nameCondition } from "./name-condition.ts";
import { projectCondition } from "./project-condition.ts";
import { typeCondition } from "./type-condition.ts";

/** Every kind of condition there is. */
export const conditionKinds = [
  typeCondition,
  projectCondition,
  activityCondition,
  nameCondition,
  attributeCondition,
  latestValueCondition,
  alarmCondition,
] as const;

/** A condition that stands for itself. */
export type DeviceCondition = Static<(typeof conditionKinds)[number]["schema"]>;
export type ConditionKindName = DeviceCondition["kind"];

export { type ActivityCondition, activityStates } from "./activity-condition.ts";
export { type AlarmCondition, alarmPresences } from "./alarm-condition.ts";
export type { AttributeCondition } from "./attribute-condition.ts";
export type { LatestValueCondition } from "./latest-value-condition.ts";
export { type NameCondition, nameComparisons } from "./name-condition.ts";
export type { ProjectCondition } from "./project-condition.ts";
export type { TypeCondition } from "./type-condition.ts";
