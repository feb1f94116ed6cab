import type { DeviceTypeId } from "../../kernel/ids.ts";
import type { DeviceFilter } from "../devices/index.ts";
import type { Reach } from "../projects/index.ts";

/** The devices of a type that somebody sees, those heard of last first. */
export const heardOfLast = (reach: Reach, typeId: DeviceTypeId): DeviceFilter => ({
  ...{ reach, typeId, textSearch: undefined, type: undefined, active: undefined },
  isUnassigned: false,
  sortProperty: "lastActivityTime",
  descending: true,
});
