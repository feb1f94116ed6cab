import { type Static, Type } from "typebox";
import { entityId } from "../ids.ts";
import { AlarmSeverityName } from "./alarm.ts";
import { ofProject } from "./alarm-query.ts";

const moment = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000, description, examples: [1794700800000] });

export const AlarmStatisticsQuery = Type.Object({
  startTime: Type.Optional(
    moment("Alarms that began at this time or later, Unix ms; without, seven days before the end"),
  ),
  endTime: Type.Optional(moment("Alarms that began before this time, Unix ms; without, until now")),
  ...ofProject,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Rows of each table", examples: [10] }),
  ),
});

const about = {
  originator: entityId("DEVICE"),
  originatorName: Type.String({ examples: ["logger-0042"] }),
  type: Type.String({ examples: ["Too hot"] }),
};
const count = Type.Integer({ description: "How often it was raised", examples: [12] });
const milliseconds = (description: string) => Type.Integer({ description, examples: [90_000] });

/** What to look at first, counted over the history [ALM4]. */
export const AlarmStatistics = Type.Object({
  total: Type.Integer({ description: "Alarms in this time", examples: [120] }),
  mostFrequent: Type.Array(Type.Object({ ...about, count, activeMs: milliseconds("Active, all of them together") })),
  longest: Type.Array(
    Type.Object({
      ...about,
      id: entityId("ALARM"),
      severity: AlarmSeverityName,
      cleared: Type.Boolean(),
      startTs: Type.Integer({ examples: [1794700800000] }),
      activeMs: milliseconds("From its start until it was cleared, or until now"),
    }),
  ),
  chattering: Type.Array(
    Type.Object({
      ...about,
      count,
      returns: Type.Integer({
        description: "How often it came back within ten minutes of being cleared",
        examples: [7],
      }),
    }),
  ),
});
export type AlarmStatistics = Static<typeof AlarmStatistics>;

/** Active alarms by severity. */
export const AlarmCounts = Type.Object({
  CRITICAL: Type.Integer({ examples: [1] }),
  MAJOR: Type.Integer({ examples: [2] }),
  MINOR: Type.Integer({ examples: [0] }),
  WARNING: Type.Integer({ examples: [3] }),
  INDETERMINATE: Type.Integer({ examples: [0] }),
  unacknowledged: Type.Integer({ description: "Active or cleared, not acknowledged yet", examples: [2] }),
});
export type AlarmCounts = Static<typeof AlarmCounts>;
