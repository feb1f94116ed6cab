import { type Static, Type } from "typebox";
import { type AlarmSeverity, alarmSeverities } from "./alarms/index.ts";
import { nullable } from "./nullable.ts";
import { moment, Timestamp } from "./time.ts";

/** What a device's timeline is made of, and what one has to be allowed to see of it. */
export const timelineKinds = {
  CONTACT: "VIEW_COMMUNICATION",
  FILE: "VIEW_FILES",
  ALARM: "VIEW_ALARMS",
  COMMAND: "VIEW_COMMANDS",
  CHANGE: "VIEW_AUDIT_LOG",
} as const;
export type TimelineKind = keyof typeof timelineKinds;
export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[];

const list = timelineKindNames.join("|");

export const TimelineQuery = Type.Object({
  kinds: Type.Optional(
    Type.String({
      pattern: `^(${list})(,(${list}))*$`,
      "x-must": `must be a list, separated by commas, of ${timelineKindNames.join(", ")}`,
      description: "Only these, separated by commas; what the caller may not see is left out either way",
      examples: ["ALARM,FILE"],
    }),
  ),
  endTime: Type.Optional(moment("Unix ms, excluded; now without it")),
  cursor: Type.Optional(
    Type.String({
      pattern: "^\\d{1,16}-\\d{1,4}$",
      "x-must": "must be the `next` of the page before",
      description: "`next` of the page before",
      examples: ["1794700800000-1"],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "At most so many", examples: [50] }),
  ),
});

/** One thing that happened to a device or that a device did. */
export const TimelineEvent = Type.Object({
  id: Type.String({ description: "Tells it from the others", examples: ["ALARM-784f394c-RAISED"] }),
  time: Timestamp,
  kind: Type.Enum(timelineKindNames, { examples: ["ALARM"] }),
  what: Type.String({
    description:
      "CONTACT: the kind of the entry in the communication log. FILE: RECEIVED. ALARM: RAISED, ACKNOWLEDGED or CLEARED. " +
      "COMMAND: its status. CHANGE: the action of the audit log",
    examples: ["RAISED"],
  }),
  text: Type.String({ description: "What it is about: a file's name, an alarm's type, …", examples: ["Too hot"] }),
  detail: nullable(Type.String({ description: "More of it, such as why it failed", examples: ["no answer"] })),
  by: nullable(Type.String({ description: "Who did it, where somebody did", examples: ["lab@example.org"] })),
  severity: Type.Unsafe<AlarmSeverity | null>({
    type: ["string", "null"],
    enum: [...alarmSeverities, null],
    description: "Of an alarm",
    examples: ["MAJOR"],
  }),
  failed: Type.Boolean({ description: "It was refused or did not succeed", examples: [false] }),
  reference: nullable(
    Type.String({ description: "Id of what it is about", examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }),
  ),
});
export type TimelineEvent = Static<typeof TimelineEvent>;

export const Timeline = Type.Object({
  data: Type.Array(TimelineEvent, { description: "Newest first" }),
  next: nullable(
    Type.String({ description: "`cursor` of the next page; null at the end", examples: ["1794700800000-1"] }),
  ),
});
export type Timeline = Static<typeof Timeline>;
