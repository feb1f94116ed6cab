import { type NoteInput, type NoteRecord, noteRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import {
  type Note,
  type NoteProperties,
  type NoteQuery,
  type Notes,
  noteVersionNeeded,
} from "../../../core/notes/index.ts";
import type { NoteId } from "../../../kernel/ids.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface NoteDependencies {
  readonly notes: Notes;
}

/** What people write at times of devices. */
export function serveNotes(app: HttpApp, { notes }: NoteDependencies): void {
  register(app, noteRoutes, {
    list: (request, reply) => {
      const query = queryOf(request, request.query);
      const source = { page: (page: PageRequest) => notes.list(query, page), stream: () => notes.stream(query) };
      return listBody(reply, request.query, source, noteRecordOf);
    },

    save: async (request, reply) => {
      const [reach, { id, version }] = [reachOf(request), request.body];
      const properties = propertiesOf(request.body);
      if (id === undefined) {
        const created = await notes.create(reach, callerOf(request).username, properties);
        return reply.code(201).send(noteRecordOf(created));
      }
      if (version === undefined) throw noteVersionNeeded();
      return reply.send(noteRecordOf(await notes.update(reach, noteIdOf(id.id), properties, version)));
    },

    get: async (request) => noteRecordOf(await notes.require(reachOf(request), noteIdOf(request.params.noteId))),

    remove: async (request) => {
      await notes.remove(reachOf(request), noteIdOf(request.params.noteId));
      return {};
    },
  });
}

const noteIdOf = (text: string): NoteId => text.toLowerCase() as NoteId;

interface Asked {
  readonly deviceIds?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly textSearch?: string;
}

function queryOf(request: FastifyRequest, { deviceIds, startTime, endTime, textSearch }: Asked): NoteQuery {
  const { tenantId, projects } = reachOf(request);
  return {
    ...{ tenantId, projects, textSearch },
    deviceIds: deviceIds?.split(",").map(deviceIdOf),
    startTime: startTime === undefined ? undefined : epochMs(startTime),
    endTime: endTime === undefined ? undefined : epochMs(endTime),
  };
}

const propertiesOf = ({ deviceId, startTs, endTs, text }: NoteInput): NoteProperties => ({
  deviceId: deviceId ? deviceIdOf(deviceId.id) : null,
  startTs: epochMs(startTs),
  endTs: endTs === undefined || endTs === null ? null : epochMs(endTs),
  text,
});

const noteRecordOf = (note: Note): NoteRecord => ({
  id: { entityType: "NOTE", id: note.id },
  createdTime: note.createdTime,
  tenantId: { entityType: "TENANT", id: note.tenantId },
  deviceId: note.deviceId && { entityType: "DEVICE", id: note.deviceId },
  startTs: note.startTs,
  endTs: note.endTs,
  text: note.text,
  createdBy: note.createdBy,
  changedTime: note.changedTime,
  version: note.version,
});
