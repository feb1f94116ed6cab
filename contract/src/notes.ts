import { type Static, Type } from "typebox";
import { entityId, entityReference, Uuid } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { pageQuery } from "./paging.ts";
import { lineText, withoutNul } from "./text.ts";
import { latestVersion, moment, Timestamp } from "./time.ts";

/** The longest text of a note. */
export const noteLength = 1_000;
/** Devices whose notes are asked for at once: as many as a chart has lines, and more. */
const devicesAtOnce = 200;

const text = Type.String({
  minLength: 1,
  maxLength: noteLength,
  ...withoutNul,
  "x-form": "text",
  description: "What happened",
  examples: ["Oil cooler valve changed"],
});

const version = Type.Integer({ minimum: 1, maximum: latestVersion, examples: [1] });

/** What somebody wrote at a time of a device, or of the whole tenant. */
export const NoteRecord = Type.Object({
  id: entityId("NOTE"),
  createdTime: Timestamp,
  tenantId: entityId("TENANT"),
  deviceId: nullable(entityId("DEVICE")),
  startTs: Timestamp,
  endTs: nullable(Type.Integer({ description: "Unix ms; null at a moment", examples: [1794700860000] })),
  text,
  createdBy: Type.String({ description: "User name of whoever wrote it", examples: ["lab@example.org"] }),
  changedTime: Timestamp,
  version: Type.Integer({ description: "Grows with every change; send it back with yours", examples: [1] }),
});
export type NoteRecord = Static<typeof NoteRecord>;

/** Creates without an id, replaces with one; then it names the version it was made from. */
export const NoteInput = Type.Object({
  id: Type.Optional(entityReference("NOTE")),
  version: Type.Optional({ ...version, description: "With an id: the version it was made from" }),
  deviceId: Type.Optional(nullable(entityReference("DEVICE"))),
  startTs: moment("When it was, or began; Unix ms"),
  endTs: Type.Optional(nullable(moment("When it ended; without, it is of a moment", 1794700860000))),
  text,
});
export type NoteInput = Static<typeof NoteInput>;

const uuid = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

export const NoteListQuery = Type.Object({
  ...pageQuery,
  deviceIds: Type.Optional(
    Type.String({
      pattern: `^${uuid}(,${uuid}){0,${devicesAtOnce - 1}}$`,
      "x-must": `must be ids of at most ${devicesAtOnce} devices, separated by commas`,
      description: "Of these devices, and those of the whole tenant; else of all within reach",
      examples: ["784f394c-42b6-435a-983c-b7beff2784f9"],
    }),
  ),
  startTime: Type.Optional(moment("Only notes that reach past this moment; Unix ms")),
  endTime: Type.Optional(moment("Only notes that begin before this moment; Unix ms", 1794787200000)),
  textSearch: Type.Optional(lineText("Part of the text; case does not matter", "valve")),
});

export const NoteParams = Type.Object({ noteId: Uuid });
