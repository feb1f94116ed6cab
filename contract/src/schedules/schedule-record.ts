import { type Static, Type } from "typebox";
import { entityId, entityReference } from "../ids.ts";
import { nullable } from "../nullable.ts";
import { pageQuery } from "../paging.ts";
import { freeText, lineText, nameText } from "../text.ts";
import { latestVersion, Timestamp } from "../time.ts";
import { ScheduleAction } from "./actions.ts";
import { ScheduleTiming, ScheduleZone } from "./timing.ts";

/** As it is told: another version may have saved what this one does not know. */
const SavedAction = Type.Unsafe<ScheduleAction>({
  type: "object",
  additionalProperties: true,
  description: "What it does; its form is that of POST /api/schedule",
});

export const missedPolicies = ["SKIP", "ONCE"] as const;
export type MissedPolicy = (typeof missedPolicies)[number];

const name = nameText("Name, unique in the tenant", "Nightly self-test");
const description = freeText("Description", "Pumps of the northern field", 4096);
const missed = Type.Enum([...missedPolicies], {
  description: "What fell due while no node ran: left out, or done once for all of it",
  examples: ["SKIP"],
});
const version = Type.Integer({
  minimum: 1,
  maximum: latestVersion,
  description: "Grows with every change; send it back with yours",
  examples: [3],
});
const enabled = Type.Boolean({ description: "Whether it runs by itself", examples: [true] });

/** A schedule [SCH1]. */
export const ScheduleRecord = Type.Object({
  id: entityId("SCHEDULE"),
  createdTime: Timestamp,
  updatedTime: Timestamp,
  tenantId: entityId("TENANT"),
  name,
  description: nullable(description),
  enabled,
  timing: ScheduleTiming,
  timeZone: ScheduleZone,
  missed,
  action: SavedAction,
  version,
  runsAs: Type.String({ description: "User name of who saved it last: it does what they may do", examples: ["ada"] }),
  nextTime: nullable({ ...Timestamp, description: "When it runs next; null where it does not" }),
});
export type ScheduleRecord = Static<typeof ScheduleRecord>;

/** Creates without an id, changes with one. A change names the version it was made from. */
export const ScheduleToSave = Type.Object({
  id: Type.Optional(entityReference("SCHEDULE")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  name,
  description: Type.Optional(nullable(description)),
  enabled,
  timing: ScheduleTiming,
  timeZone: ScheduleZone,
  missed: Type.Optional({ ...missed, default: "SKIP" }),
  action: ScheduleAction,
});
export type ScheduleToSave = Static<typeof ScheduleToSave>;

export const ScheduleSwitch = Type.Object({ enabled, version });

export const ScheduleListQuery = Type.Object({
  ...pageQuery,
  textSearch: Type.Optional(lineText("Part of the name; case does not matter", "self-test")),
  enabled: Type.Optional(enabled),
});

/** QUEUED and RUNNING are under way; MISSED and SKIPPED did nothing. */
export const scheduleRunStates = ["QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED", "MISSED", "SKIPPED"] as const;
export type ScheduleRunState = (typeof scheduleRunStates)[number];

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

/** What became of one run. */
export const ScheduleRunRecord = Type.Object({
  dueTime: { ...Timestamp, description: "When it was due; of one that was asked for, when that was" },
  startedTime: { ...Timestamp, description: "When the node came to it" },
  finishedTime: nullable(Timestamp),
  trigger: Type.Enum(["TIME", "PERSON"], { description: "Who began it", examples: ["TIME"] }),
  state: Type.Enum([...scheduleRunStates], {
    description:
      "MISSED: it fell due while no node ran, and is not made up for. SKIPPED: the run before was still under way",
    examples: ["DONE"],
  }),
  missed: count("Runs that fell due while no node ran and that this one stands for; beyond 100 nobody counts", 0),
  jobId: nullable(entityId("JOB")),
  total: nullable(count("Devices it is about; null as long as nobody counted", 6)),
  changed: count("Devices for which everything was done", 6),
  failed: count("Devices for which it did not work out", 0),
  error: nullable(Type.String({ description: "Why it failed as a whole", examples: ["No project …"] })),
});
export type ScheduleRunRecord = Static<typeof ScheduleRunRecord>;

export const ScheduleRunListQuery = Type.Object(pageQuery);

export const ScheduleCalendarEntry = Type.Object({
  scheduleId: entityId("SCHEDULE"),
  times: Type.Array(Timestamp, { description: "The first 200 runs that are still to come" }),
  more: Type.Boolean({ description: "There are more than these" }),
  runs: Type.Array(ScheduleRunRecord, { description: "Those that have been, as far as they are kept" }),
});
export type ScheduleCalendarEntry = Static<typeof ScheduleCalendarEntry>;
