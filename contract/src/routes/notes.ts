import { NoteInput, NoteListQuery, NoteParams, NoteRecord } from "../notes.ts";
import { pageOf } from "../paging.ts";
import { needs } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Notes";

/** What people write at times of devices: charts show it. */
export const noteRoutes = routesOf({
  list: {
    method: "GET",
    path: "/api/notes",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    work: "lists",
    tag,
    summary: "Notes on devices and on the whole tenant, newest first",
    description: "Devices that are out of reach are passed over.",
    query: NoteListQuery,
    answers: { 200: pageOf(NoteRecord) },
  },

  save: {
    method: "POST",
    path: "/api/note",
    access: needs("VIEW_DEVICES", "EDIT_TELEMETRY"),
    tag,
    summary: "Write a note, or change the one the body names by its id and version",
    description:
      "At a moment, or from one to another. Without a device it is one of the whole tenant, which needs EDIT_TELEMETRY in " +
      "all of it. A version that is not the newest is 409.",
    body: NoteInput,
    answers: { 200: NoteRecord, 201: NoteRecord },
  },

  get: {
    method: "GET",
    path: "/api/note/:noteId",
    access: needs("VIEW_DEVICES", "VIEW_TELEMETRY"),
    tag,
    summary: "One note",
    params: NoteParams,
    answers: { 200: NoteRecord },
  },

  remove: {
    method: "DELETE",
    path: "/api/note/:noteId",
    access: needs("VIEW_DEVICES", "EDIT_TELEMETRY"),
    tag,
    summary: "Delete a note",
    params: NoteParams,
    answers: { 200: Done },
  },
});
