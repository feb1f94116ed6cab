import { type Static, type TSchema, Type } from "typebox";
import { projectChoice } from "../devices.ts";
import { Uuid } from "../ids.ts";
import { pageQuery } from "../paging.ts";
import { lineText, withoutNul } from "../text.ts";
import { alarmSeverities, alarmStatuses } from "./alarm.ts";

/** Which alarms are looked for: of a list of these each one widens what is found. */
export const alarmSearchStatuses = ["ANY", "ACTIVE", "CLEARED", "ACK", "UNACK"] as const;
export type AlarmSearchStatus = (typeof alarmSearchStatuses)[number];

export const alarmSortProperties = [
  "createdTime",
  "startTs",
  "endTs",
  "ackTs",
  "clearTs",
  "type",
  "severity",
  "status",
  "originatorName",
  "assignee",
] as const;
export type AlarmSortProperty = (typeof alarmSortProperties)[number];

/** Clients send a list as one text with commas, or the parameter several times. */
const listOf = (names: readonly string[], description: string) => {
  const choices = `(${names.join("|")})`;
  const text = {
    type: "string",
    pattern: `^(${choices}(,${choices})*)?$`,
    "x-must": `must be a list, separated by commas, of ${names.join(", ")}`,
  };
  return manyOf(text, description, names.slice(0, 2).join(","));
};

const manyOf = (text: object, description: string, example: string) =>
  Type.Unsafe<string | string[]>({
    description,
    examples: [example],
    anyOf: [text, { type: "array", maxItems: 100, items: text }],
  } as unknown as TSchema);

const ofAssignee = Type.Optional(Type.String({ ...Uuid, description: "Only those of this user" }));
const searchStatus = Type.Optional(
  Type.Enum([...alarmSearchStatuses], { description: "Only these", examples: ["ACTIVE"] }),
);
const status = Type.Optional(Type.Enum([...alarmStatuses], { description: "Only these", examples: ["ACTIVE_UNACK"] }));
const moment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description, examples: [1794700800000] }));

/** Of the devices of a project and of those below it. */
export const ofProject = { projectId: Type.Optional(projectChoice) };

export const AlarmCountsQuery = Type.Object(ofProject);

/** What every list of alarms can be asked for. */
const common = {
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the type, or of the device's name; case does not matter", "hot")),
  startTime: moment("Only those created at this time or later, Unix ms"),
  endTime: moment("Only those created at this time or earlier, Unix ms"),
  assigneeId: ofAssignee,
  sortProperty: Type.Optional(
    Type.Enum([...alarmSortProperties], { default: "createdTime", description: "Sort by", examples: ["createdTime"] }),
  ),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "DESC", examples: ["DESC"] })),
  ...ofProject,
};

export const AlarmListQuery = Type.Object({
  ...common,
  searchStatus,
  status,
  // Clients written in Python say True.
  fetchOriginator: Type.Optional(
    Type.String({
      pattern: "^([Tt]rue|[Ff]alse)$",
      "x-must": "must be true or false",
      description: "Asks for nothing: the name of the device is always there",
      examples: ["true"],
    }),
  ),
});
export type AlarmListQuery = Static<typeof AlarmListQuery>;

export const AlarmListQueryV2 = Type.Object({
  ...common,
  statusList: Type.Optional(listOf(alarmSearchStatuses, "Only alarms in one of these states")),
  severityList: Type.Optional(listOf(alarmSeverities, "Only these severities")),
  typeList: Type.Optional(
    manyOf(
      { type: "string", maxLength: 25_600, ...withoutNul },
      "Only these types, separated by commas",
      "Too hot,Battery low",
    ),
  ),
  open: Type.Optional(
    Type.Boolean({ description: "true: only those that still need somebody, active or not acknowledged" }),
  ),
  unassigned: Type.Optional(Type.Boolean({ description: "Only those that are nobody's" })),
  activeFrom: moment("Only those that were active at this time or later, Unix ms; whenever they were created"),
  activeTo: moment("Only those that were active before this time, Unix ms"),
});
export type AlarmListQueryV2 = Static<typeof AlarmListQueryV2>;

export const HighestSeverityQuery = Type.Object({ searchStatus, status, assigneeId: ofAssignee });

export const AlarmTypeQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the type; case does not matter", "hot")),
  sortOrder: Type.Optional(Type.Enum(["ASC", "DESC"], { default: "ASC", examples: ["ASC"] })),
});
