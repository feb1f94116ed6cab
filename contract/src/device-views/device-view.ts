import { type Static, Type } from "typebox";
import { ChangedDevicesFilter } from "../device-choice.ts";
import { deviceListOrder } from "../devices.ts";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { DeviceViewColumn } from "./column.ts";

/** More would fit on no screen; each of values is a question for every row in sight. */
export const viewColumnsAtMost = 20;

const name = nameText("Name", "Running hot");
const closed = { additionalProperties: false } as const;

/** What a list of devices shows, and how. */
export const DeviceViewLook = Type.Object(
  {
    columns: Type.Array(DeviceViewColumn, {
      maxItems: viewColumnsAtMost,
      description: "Behind the name, from left to right",
    }),
    filter: Type.Optional(ChangedDevicesFilter),
    ...deviceListOrder,
    density: Type.Optional(
      Type.Enum(["NORMAL", "COMPACT"], { default: "NORMAL", description: "Height of the rows", examples: ["COMPACT"] }),
    ),
    form: Type.Optional(
      Type.Enum(["LIST", "MAP"], { default: "LIST", description: "Rows, or places on a map", examples: ["LIST"] }),
    ),
  },
  closed,
);
export type DeviceViewLook = Static<typeof DeviceViewLook>;

const shared = Type.Boolean({
  description: "Others see it, too: those who see its project, or everybody where it has none",
  examples: [true],
});

/** A saved look at the list of devices: one's own, or one that is shared. */
export const DeviceViewRecord = Type.Object({
  id: entityId("DEVICE_VIEW"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  name,
  shared,
  own: Type.Boolean({ description: "Made by who asks", examples: [true] }),
  mayChange: Type.Boolean({ description: "Whether who asks may change and delete it", examples: [true] }),
  version: Type.Integer({ description: "Grows with every change; send it back with yours", examples: [3] }),
  look: Type.Unsafe<DeviceViewLook>({
    type: "object",
    additionalProperties: true,
    description: "As it was saved; another version may have saved what this one does not know",
    examples: [{ columns: [{ kind: "LATEST", key: "temperature" }] }],
  }),
});
export type DeviceViewRecord = Static<typeof DeviceViewRecord>;

/** Creates without an id, replaces with one; then it names the version it was made from. */
export const DeviceViewInput = Type.Object({
  id: Type.Optional(entityReference("DEVICE_VIEW")),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: latestVersion,
      description: "With an id: the version it was made from",
      examples: [3],
    }),
  ),
  name,
  projectId: Type.Optional(nullable(entityReference("PROJECT"))),
  shared: Type.Optional(Type.Boolean({ ...shared, default: false })),
  look: DeviceViewLook,
});
export type DeviceViewInput = Static<typeof DeviceViewInput>;

export const DeviceViewParams = Type.Object({ deviceViewId: Uuid });
export const DeviceViewListQuery = Type.Object({ ...pageQuery });
