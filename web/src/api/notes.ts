import type { NoteInput } from "@heliograph/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../app.ts";
import { keptWhere } from "./shown-before.ts";

/** More on a chart nobody can read; the newest of the time that is shown. */
const notesShown = 100;
const readEveryMs = 60_000;

/** Notes of some devices, and of the whole tenant, in a time. */
export const notesIn = (deviceIds: readonly string[], from: number, to: number) =>
  queryOptions({
    queryKey: ["notes", deviceIds, from, to],
    queryFn: ({ signal }) =>
      api.notes.list(
        {
          ...{ deviceIds: deviceIds.join(), page: 0, limit: notesShown },
          ...{ startTime: Math.max(0, Math.floor(from)), endTime: Math.max(1, Math.ceil(to)) },
        },
        { signal },
      ),
    enabled: deviceIds.length > 0,
    refetchInterval: readEveryMs,
    placeholderData: keptWhere({
      beginning: ["notes"],
      fits: ([, asked]) => Array.isArray(asked) && asked.every((id) => deviceIds.includes(id)), // none of others
    }),
  });

export const saveNote = (body: NoteInput) => api.notes.save({ body });

export const removeNote = (noteId: string) => api.notes.remove({ noteId });
