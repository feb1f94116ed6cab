import { type Static, Type } from "typebox";
import { entityId, entityReference } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { nameText } from "../text.ts";
import { Timestamp } from "../time.ts";

/** Worst first [ALM1]. */
export const alarmSeverities = ["CRITICAL", "MAJOR", "MINOR", "WARNING", "INDETERMINATE"] as const;
export type AlarmSeverity = (typeof alarmSeverities)[number];

/** Active or cleared × acknowledged or not [ALM1]. */
export const alarmStatuses = ["ACTIVE_UNACK", "ACTIVE_ACK", "CLEARED_UNACK", "CLEARED_ACK"] as const;
export type AlarmStatus = (typeof alarmStatuses)[number];

export const AlarmSeverityName = Type.Enum([...alarmSeverities], {
  description: "How bad it is",
  examples: ["MAJOR"],
});

const type = nameText("What is wrong, in a few words; a device has one alarm of a type that is not cleared", "Too hot");
const details = Type.Unsafe<unknown>({
  description: "JSON: the values that caused it",
  examples: [{ temperature: 90.4, limit: 90 }],
});
/** The family writes a moment that has not come as 0. */
const momentOrNone = Type.Integer({ description: "Unix time in milliseconds, 0 when not yet", examples: [0] });

const alarmFields = {
  id: entityId("ALARM"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  originator: entityId("DEVICE"),
  type,
  name: Type.String({ description: "The type again", examples: ["Too hot"] }),
  severity: AlarmSeverityName,
  status: Type.Enum([...alarmStatuses], { examples: ["ACTIVE_UNACK"] }),
  acknowledged: Type.Boolean(),
  cleared: Type.Boolean(),
  assigneeId: nullable(entityId("USER")),
  startTs: Timestamp,
  endTs: Type.Integer({ description: "When it was last seen, Unix ms", examples: [1794700860000] }),
  ackTs: momentOrNone,
  clearTs: momentOrNone,
  assignTs: momentOrNone,
  details,
};

/** An alarm with the fields clients of this API family know [ALM1, ALM2]. */
export const AlarmRecord = Type.Object(alarmFields);
export type AlarmRecord = Static<typeof AlarmRecord>;

export const AlarmAssignee = Type.Object({
  id: entityId("USER"),
  email: Type.String({ description: "The user name", examples: ["lab@example.org"] }),
  firstName: nullable(Type.String({ examples: ["Ada"] })),
  lastName: nullable(Type.String({ examples: ["Lovelace"] })),
});
export type AlarmAssignee = Static<typeof AlarmAssignee>;

/** Why nobody is told of it for now [ALM3]. */
const Shelf = Type.Object({
  until: Timestamp,
  reason: Type.String({ examples: ["The sensor is replaced tomorrow"] }),
  by: Type.String({ description: "User name of whoever shelved it", examples: ["lab@example.org"] }),
});

/** With whose it is and what silences it. */
export const AlarmInfoRecord = Type.Object({
  ...alarmFields,
  originatorName: Type.String({ examples: ["logger-0042"] }),
  originatorLabel: nullable(Type.String({ examples: ["Boiler room"] })),
  originatorDisplayName: Type.String({ description: "Its label or, without one, its name", examples: ["Boiler room"] }),
  projectId: nullable(entityId("PROJECT")),
  assignee: nullable(AlarmAssignee),
  shelved: nullable(Shelf),
  maintenance: nullable(Type.String({ description: "Name of the maintenance window", examples: ["Overhaul"] })),
});
export type AlarmInfoRecord = Static<typeof AlarmInfoRecord>;

const givenMoment = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description, examples: [1794700800000] }));

/**
 * Without an id: raises it, which updates the one that is not cleared yet [ALM1]. With one: changes severity and details.
 * A moment of 0 counts as none.
 */
export const AlarmInput = Type.Object({
  id: Type.Optional(entityReference("ALARM")),
  originator: entityReference("DEVICE"),
  type,
  severity: AlarmSeverityName,
  startTs: givenMoment("Since when; now where nothing is said"),
  endTs: givenMoment("When it was last seen; never moves back"),
  acknowledged: Type.Optional(Type.Boolean({ description: "true acknowledges it as well" })),
  cleared: Type.Optional(Type.Boolean({ description: "true clears it as well" })),
  assigneeId: Type.Optional(entityReference("USER")),
  details: Type.Optional(details),
});
export type AlarmInput = Static<typeof AlarmInput>;
