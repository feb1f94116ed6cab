import { type Static, Type } from "typebox";
import { entityId } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { Timestamp } from "./time.ts";

/** What a job does. */
export const jobKinds = [
  "MOVE_DEVICES",
  "DELETE_DEVICES",
  "SEND_COMMAND",
  "RUN_SCHEDULE",
  "MAKE_REPORT",
  "FILL_CALCULATED_CHANNEL",
  "SET_ATTRIBUTES",
  "SET_TYPE",
  "ACKNOWLEDGE_ALARMS",
  "UNDO_JOB",
] as const;
export type JobKindName = (typeof jobKinds)[number];

export const jobStates = ["QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED"] as const;
export type JobState = (typeof jobStates)[number];

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

const refusal = Type.String({
  description: "Which refusal that is and what it names, as the header X-Refusal tells it",
  examples: ["COMMAND_QUEUE_FULL?limit=100"],
});

/** Something of a job that did not work out. */
export const JobFailure = Type.Object({
  id: Type.String({ description: "Id of the device", examples: ["784f394c-42b6-435a-983c-b7beff2784f9"] }),
  name: nullable(Type.String({ description: "Its name, where it is known", examples: ["Bridge 7"] })),
  reason: Type.String({ description: "What went wrong, in words", examples: ["The queue of the device is full"] }),
  refusal: Type.Optional(refusal),
});
export type JobFailure = Static<typeof JobFailure>;

/** Work that is too large for a request: what it is, how far it is, and what came of it. */
export const JobRecord = Type.Object({
  id: entityId("JOB"),
  createdTime: Timestamp,
  startedTime: nullable(Timestamp),
  finishedTime: nullable(Timestamp),
  kind: Type.Enum([...jobKinds], { description: "What it does", examples: ["MOVE_DEVICES"] }),
  state: Type.Enum([...jobStates], { description: "Where it is", examples: ["RUNNING"] }),
  createdBy: Type.String({ description: "User name of who asked for it", examples: ["ada"] }),
  projectId: nullable(entityId("PROJECT")),
  calculatedChannelId: nullable({
    ...entityId("CALCULATED_CHANNEL"),
    description: "Which channel is filled in, where it is such a job",
  }),
  total: nullable(count("Devices it is about; null as long as nobody counted", 5_000)),
  processed: count("Devices it has come to", 1_200),
  changed: count("Of these, those for which something was done", 1_190),
  failed: count("Of these, those for which it did not work out", 2),
  failures: Type.Array(JobFailure, { description: "The first 100 of them" }),
  error: nullable(Type.String({ description: "Why it failed as a whole", examples: ["No project …"] })),
  refusal: nullable(refusal),
  undoable: Type.Boolean({ description: "What it did can be undone: it is over, and was not undone before" }),
  undoneBy: nullable({ ...entityId("JOB"), description: "The job that undoes it, or did" }),
});
export type JobRecord = Static<typeof JobRecord>;

/** With `open`, only those that wait or are being done. */
export const JobListQuery = Type.Object({
  ...pageQuery,
  open: Type.Optional(Type.Boolean({ description: "true: only those that wait or are being done" })),
});
