import type { ConditionKindName, DeviceCondition } from "@heliograph/contract";
import { resolveActivity } from "./activity-condition.ts";
import { resolveAlarm } from "./alarm-condition.ts";
import { resolveAttribute } from "./attribute-condition.ts";
import { resolveLatestValue } from "./latest-value-condition.ts";
import { resolveName } from "./name-condition.ts";
import { resolveProject } from "./project-condition.ts";
import type { Resolve, Resolved, Resolving } from "./resolve.ts";
import { resolveType } from "./type-condition.ts";

/** How each kind is looked for: one that is missing does not compile. */
const resolvers: { readonly [Kind in ConditionKindName]: Resolve<Extract<DeviceCondition, { kind: Kind }>> } = {
  TYPE: resolveType,
  PROJECT: resolveProject,
  ACTIVITY: resolveActivity,
  NAME: resolveName,
  ATTRIBUTE: resolveAttribute,
  LATEST_VALUE: resolveLatestValue,
  ALARM: resolveAlarm,
};

// Found by its kind, so it is the one for this condition.
export const resolveCondition = (condition: DeviceCondition, at: Resolving): Promise<Resolved> =>
  (resolvers[condition.kind] as Resolve<DeviceCondition>)(condition, at);

export type { Resolved, Resolving } from "./resolve.ts";
