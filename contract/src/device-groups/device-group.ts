import { type Static, Type } from "typebox";
import { DeviceRecord, deviceSortProperties } from "../devices.ts";
import { entityId, entityReference, Uuid } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageOf, pageQuery } from "../paging.ts";
import { freeText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { DeviceGroupFilter, SavedDeviceGroupFilter } from "./filter.ts";

const name = nameText("Name, unique in the tenant", "Running hot");
const description = freeText("Description", "Oil above 60 °C within the last hour", 4096);

/** Why a condition matches nothing. */
export const groupProblems = {
  UNKNOWN_CONDITION: "A newer version saved this condition; this one does not know it",
  TYPE_MISSING: "A device type it names is not there",
  PROJECT_MISSING: "A project it names is not there",
  ATTRIBUTE_UNUSED: "No device has an attribute of this key",
  KEY_UNUSED: "No device has sent telemetry of this key",
} as const;
export type GroupProblemCode = keyof typeof groupProblems;

export const GroupProblem = Type.Object({
  path: Type.Array(Type.Integer(), {
    description: "Where the condition stands: its place among the conditions, level by level",
    examples: [[0, 2]],
  }),
  code: Type.Enum(Object.keys(groupProblems) as GroupProblemCode[], { examples: ["TYPE_MISSING"] }),
  message: Type.String({ examples: [groupProblems.TYPE_MISSING] }),
});
export type GroupProblem = Static<typeof GroupProblem>;

/** A saved filter over devices [PRJ2]. */
export const DeviceGroupRecord = Type.Object({
  id: entityId("DEVICE_GROUP"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  filter: SavedDeviceGroupFilter,
  version: Type.Integer({ description: "Grows with every change; send it back with yours", examples: [3] }),
});
export type DeviceGroupRecord = Static<typeof DeviceGroupRecord>;

const problems = Type.Array(GroupProblem, { description: "Conditions that match nothing, and why" });

/** With what is the matter with it. */
export const CheckedDeviceGroup = Type.Object({ ...DeviceGroupRecord.properties, problems });
export type CheckedDeviceGroup = Static<typeof CheckedDeviceGroup>;

/** Creates without an id, updates with one. An update names the version it was made from; without a filter it keeps the old one. */
export const DeviceGroupInput = Type.Object({
  id: Type.Optional(entityReference("DEVICE_GROUP")),
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: latestVersion,
      description: "With an id: the version it was made from",
      examples: [3],
    }),
  ),
  name,
  description: Type.Optional(nullable(description)),
  filter: Type.Optional(DeviceGroupFilter),
});
export type DeviceGroupInput = Static<typeof DeviceGroupInput>;

export const DeviceGroupParams = Type.Object({ deviceGroupId: Uuid });
export const DeviceGroupListQuery = Type.Object({ ...pageQuery });

const order = {
  sortProperty: Type.Optional(
    Type.Enum([...deviceSortProperties], { default: "name", description: "Sort by", examples: ["name"] }),
  ),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "ASC", examples: ["ASC"] })),
};

export const GroupDevicesQuery = Type.Object({ ...pageQuery, ...order });

/** A filter that is not saved, to look at what it finds. */
export const DeviceGroupPreviewInput = Type.Object({
  filter: DeviceGroupFilter,
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 10,
      description: "Devices of the first page; 0 only counts",
      examples: [10],
    }),
  ),
  ...order,
});

export const DeviceGroupPreview = Type.Object({ ...pageOf(DeviceRecord).properties, problems });
export type DeviceGroupPreview = Static<typeof DeviceGroupPreview>;
