import { pageOf } from "../paging.ts";
import { SavedCommandInput, SavedCommandListQuery, SavedCommandParams, SavedCommandRecord } from "../saved-commands.ts";
import { needs } from "./access.ts";
import { Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Commands";

/** Commands that people send again and again. */
export const savedCommandRoutes = routesOf({
  saved: {
    method: "GET",
    path: "/api/savedCommands",
    access: needs("SEND_COMMANDS"),
    work: "lists",
    tag,
    summary: "One's own saved commands and those shared with the tenant, by name",
    query: SavedCommandListQuery,
    answers: { 200: pageOf(SavedCommandRecord) },
    answerForm: "exact-json",
  },

  save: {
    method: "POST",
    path: "/api/savedCommand",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Save a command under a name, or replace one's own that the body names by its id",
    body: SavedCommandInput,
    answers: { 200: SavedCommandRecord, 201: SavedCommandRecord },
  },

  removeSaved: {
    method: "DELETE",
    path: "/api/savedCommand/:savedCommandId",
    access: needs("SEND_COMMANDS"),
    tag,
    summary: "Delete a saved command: one's own, or a shared one whose maker is gone",
    params: SavedCommandParams,
    answers: { 200: Done },
  },
});
