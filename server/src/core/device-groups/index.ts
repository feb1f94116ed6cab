export { comparableOf } from "./comparable.ts";
export type { DeviceGroup } from "./device-group.ts";
export type { DeviceGroupStore } from "./device-group-store.ts";
export { DeviceGroups } from "./device-groups.ts";
export type { ActivityCondition, DeviceIndex, FetchedIds, StoredCondition } from "./device-index.ts";
export { deviceConditionsUnreadable, deviceGroupFilterNeeded, deviceGroupVersionNeeded } from "./errors.ts";
export { GroupMembers } from "./group-members.ts";
export { type LatestMatches, type LatestQuestion, latestTest } from "./latest-matches.ts";
export type { ComparableRange } from "./value-test.ts";
