import type { ActivityCondition } from "@heliograph/contract";
import { epochMs } from "../../../kernel/time.ts";
import { from } from "../search/search-tree.ts";
import { lateSource } from "../search/stored-source.ts";
import type { Resolve } from "./resolve.ts";

/** There is no index on the time of the last contact: it would cost something with every contact. So it is asked late. */
export const resolveActivity: Resolve<ActivityCondition> = async ({ state, sinceMs }, at) => {
  await at.contactsStored();
  const { now, inactivityTimeoutMs: timeoutMs, index, reach } = at;
  const since = sinceMs === undefined ? undefined : epochMs(Math.max(0, now - sinceMs));
  const condition = { of: "activity", state, since, now, timeoutMs } as const;
  return { tree: from(lateSource(index, reach.tenantId, condition)) };
};
