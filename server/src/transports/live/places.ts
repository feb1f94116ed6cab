import type { Principal } from "../../core/access/index.ts";
import type { LiveLimits } from "./limits.ts";
import { ShareVisit } from "./share-visit.ts";

/** Who is at the other end of a connection: a user, or somebody with a link. */
export type Caller = Principal | ShareVisit;

/** Whether there is a place for one more. Links have a part of the places: they leave room for those who work here. */
export function hasPlace(known: readonly Caller[], caller: Caller, limits: LiveLimits): boolean {
  if (known.length >= limits.liveConnections) return false;
  if (!(caller instanceof ShareVisit)) {
    const own = known.filter((one) => !(one instanceof ShareVisit) && one.userId === caller.userId);
    return own.length < limits.liveConnectionsPerUser;
  }
  const visits = known.filter((one) => one instanceof ShareVisit);
  const same = visits.filter(({ shareId }) => shareId === caller.shareId);
  return visits.length < limits.liveConnectionsOfLinks && same.length < limits.liveConnectionsPerLink;
}
