import { type Static, Type } from "typebox";
import { type AlarmSeverity, alarmSeverities } from "./alarms/alarm.ts";
import { attributeScopes } from "./attributes.ts";
import { entityId, entityReference, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { freeText, lineText, nameText, withoutNul } from "./text.ts";
import { Timestamp } from "./time.ts";

const name = nameText("Name, unique in the tenant", "logger-0042");
const type = nameText("Device type", "smartMINI");
const label = lineText("Label", "Boiler room");
const serialNumber = lineText("Serial number", "21004900008");
const firmwareVersion = lineText("Firmware version", "2.13.0");
const description = freeText("Description", "Second shelf from the left", 4096);
const inactivityTimeout = Type.Integer({
  minimum: 1000,
  maximum: 31_622_400_000,
  description: "After so many milliseconds without contact the device counts as inactive",
  examples: [600_000],
});

/** Absent optional values are null [DEV1]; `inactivityTimeout` is there only where it was set [DEV5]. */
export const DeviceRecord = Type.Object({
  id: entityId("DEVICE"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  projectId: nullable(entityId("PROJECT")),
  name,
  type,
  deviceProfileId: entityId("DEVICE_PROFILE"),
  label: nullable(label),
  additionalInfo: Type.Object({
    description: nullable(description),
    inactivityTimeout: Type.Optional(inactivityTimeout),
  }),
  active: Type.Boolean({ description: "Seen within the inactivity timeout, over any transport" }),
  lastActivityTime: nullable(Timestamp),
  serialNumber: nullable(serialNumber),
  firmwareVersion: nullable(firmwareVersion),
  alarmSeverity: Type.Unsafe<AlarmSeverity | null>({
    type: ["string", "null"],
    enum: [...alarmSeverities, null],
    description: "The worst of its active alarms; null without any, and for who may not see them",
    examples: ["MAJOR"],
  }),
});
export type DeviceRecord = Static<typeof DeviceRecord>;

/** Creates without an id, updates with one [DEV3]. An update replaces every field named here but the project:
 * without one the device stays where it is [PRJ1]. */
export const DeviceInput = Type.Object({
  id: Type.Optional(entityReference("DEVICE")),
  name,
  type: Type.Optional(type),
  deviceProfileId: Type.Optional(entityReference("DEVICE_PROFILE")),
  label: Type.Optional(label),
  additionalInfo: Type.Optional(
    Type.Object({
      description: Type.Optional(description),
      inactivityTimeout: Type.Optional(inactivityTimeout),
    }),
  ),
  serialNumber: Type.Optional(serialNumber),
  firmwareVersion: Type.Optional(firmwareVersion),
  projectId: Type.Optional(entityReference("PROJECT")),
});
export type DeviceInput = Static<typeof DeviceInput>;

export const deviceSortProperties = [
  "name",
  "type",
  "label",
  "createdTime",
  "lastActivityTime",
  "active",
  "serialNumber",
  "firmwareVersion",
  "alarmSeverity",
] as const;

/** What else a list of devices is sorted by: an attribute, or the newest value of a key. */
export const deviceListSorts = [...deviceSortProperties, "attribute", "latest"] as const;
export type DeviceListSort = (typeof deviceListSorts)[number];

/** How a list of devices is ordered, in its query and in a view. */
export const deviceListOrder = {
  sortProperty: Type.Optional(
    Type.Enum([...deviceListSorts], {
      default: "name",
      description: "Sort by; `attribute` and `latest` by what `sortKey` names, devices without it last",
      examples: ["name"],
    }),
  ),
  sortKey: Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 256, ...withoutNul },
      description: "With `attribute` and `latest`: which one",
      examples: ["temperature"],
    }),
  ),
  sortScope: Type.Optional(
    Type.Enum([...attributeScopes], {
      default: "SERVER_SCOPE",
      description: "With `attribute`: its scope",
      examples: ["SERVER_SCOPE"],
    }),
  ),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "ASC", examples: ["ASC"] })),
};

/** In which project something is: by its id, or in none. */
export const projectChoice = Type.String({
  pattern: "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|none)$",
  "x-must": "must be a UUID, or none",
  "x-form": "uuid",
  description: "Only devices of this project; `none`: only those in no project",
  examples: ["784f394c-42b6-435a-983c-b7beff2784f9"],
});

/** Which devices are meant, wherever some are chosen. */
export const deviceFilter = {
  textSearch: Type.Optional(lineText("Part of the name, label or serial number; case does not matter", "logger")),
  type: Type.Optional(lineText("Exact device type", "smartMINI")),
  deviceProfileId: Type.Optional(
    Type.String({ ...Uuid, description: "Id of a device type: only devices of this type" }),
  ),
  active: Type.Optional(Type.Boolean({ description: "Only active, or only inactive, devices" })),
  group: Type.Optional(
    Type.String({ ...Uuid, description: "Id of a device group: only devices that are in it [PRJ2]" }),
  ),
  projectId: Type.Optional(projectChoice),
  includeDescendants: Type.Optional(
    Type.Boolean({ default: true, description: "With `projectId`: devices of the projects below it as well" }),
  ),
};
export const DeviceFilter = Type.Object(deviceFilter);
export type DeviceFilter = Static<typeof DeviceFilter>;

/** Longer than a filter of fifty conditions; a request line has to stay within what proxies take. */
const whereLength = 6_000;

export const DeviceListQuery = Type.Object({
  ...pageQuery,
  ...deviceFilter,
  where: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: whereLength,
      ...withoutNul,
      description: "Conditions as a device group has them, as JSON: only devices that meet them [PRJ2]",
      examples: [
        '{"kind":"ALL","conditions":[{"kind":"LATEST_VALUE","key":"temperature","comparison":"GREATER","value":60}]}',
      ],
    }),
  ),
  alarmSeverity: Type.Optional(
    Type.Enum([...alarmSeverities], {
      description: "Only devices with an active alarm that is at least as bad",
      examples: ["MAJOR"],
    }),
  ),
  ...deviceListOrder,
});

export const DeviceTypes = Type.Array(
  Type.Object({ type: Type.String({ examples: ["smartMINI"] }), count: Type.Integer({ examples: [12] }) }),
);

/** What a device may use as its token: nothing that needs escaping in a path, a header or an MQTT field [DEV4]. */
export const DeviceToken = Type.String({
  pattern: "^[A-Za-z0-9._~-]{1,128}$",
  "x-must": "must be 1–128 of A–Z a–z 0–9 . _ ~ -",
  "x-form": "token",
  description: "Access token: 1–128 of A–Z a–z 0–9 . _ ~ -",
  examples: ["kJ3xVq0sT7mB2nD9rL5c"],
});

export const ImportQuery = Type.Object({
  projectId: Type.Optional(Uuid),
  tokens: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Whether the answer has the devices that were created with their tokens; needs VIEW_DEVICE_CREDENTIALS",
    }),
  ),
});

export const DeviceMoveReport = Type.Object({
  moved: Type.Integer({ examples: [12] }),
  unchanged: Type.Integer({ description: "Were in this project already", examples: [0] }),
  missing: Type.Array(Uuid, { description: "Named, but not there" }),
});

export const DeviceCreation = Type.Object({ accessToken: Type.Optional(DeviceToken) });

export const CredentialsRecord = Type.Object({
  id: entityId("DEVICE_CREDENTIALS"),
  createdTime: Timestamp,
  deviceId: entityId("DEVICE"),
  credentialsType: Type.Literal("ACCESS_TOKEN"),
  credentialsId: DeviceToken,
  credentialsValue: Type.Null(),
});
export type CredentialsRecord = Static<typeof CredentialsRecord>;

export const CredentialsChange = Type.Object({
  deviceId: entityReference("DEVICE"),
  credentialsType: Type.Optional(
    Type.Enum(["ACCESS_TOKEN"], { description: "The one kind there is", examples: ["ACCESS_TOKEN"] }),
  ),
  credentialsId: Type.Optional(DeviceToken),
});

export const ImportReport = Type.Object({
  rows: Type.Integer({ description: "Rows read, the header not counted", examples: [3] }),
  created: Type.Integer({ examples: [2] }),
  failed: Type.Integer({ examples: [1] }),
  errors: Type.Array(
    Type.Object({
      row: Type.Integer({ description: "Row number, 1 is the first behind the header", examples: [3] }),
      name: nullable(Type.String({ examples: ["logger-0042"] })),
      message: Type.String({ examples: ["A device named logger-0042 exists already"] }),
    }),
    { description: "One entry per refused row, in order" },
  ),
  devices: Type.Optional(
    Type.Array(
      Type.Object({
        row: Type.Integer({ examples: [1] }),
        id: Type.String({ ...Uuid, description: "Id of the device" }),
        name: Type.String({ examples: ["logger-0042"] }),
        token: DeviceToken,
      }),
      { description: "With `tokens`: one entry per created device, in order" },
    ),
  ),
});
export type ImportReport = Static<typeof ImportReport>;
