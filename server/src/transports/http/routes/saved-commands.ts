import { type SavedCommandInput, type SavedCommandRecord, savedCommandRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { SavedCommand, SavedCommandProperties, SavedCommands } from "../../../core/saved-commands/index.ts";
import type { SavedCommandId, UserId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";

export interface SavedCommandDependencies {
  readonly savedCommands: SavedCommands;
}

/** Commands that people send again and again. */
export function serveSavedCommands(app: HttpApp, { savedCommands }: SavedCommandDependencies): void {
  register(app, savedCommandRoutes, {
    saved: async (request, reply) => {
      const by = keeperOf(request);
      const source = {
        page: async (page: PageRequest) => {
          const all = await savedCommands.list(by);
          return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
        },
        stream: async function* () {
          yield await savedCommands.list(by);
        },
      };
      return listBody(reply, request.query, source, (saved) => recordOf(saved, by.userId));
    },

    save: async (request, reply) => {
      const [by, { id }] = [keeperOf(request), request.body];
      const properties = propertiesOf(request.body);
      if (id === undefined)
        return reply.code(201).send(recordOf(await savedCommands.create(by, properties), by.userId));
      return reply.send(recordOf(await savedCommands.update(by, savedCommandIdOf(id.id), properties), by.userId));
    },

    removeSaved: async (request) => {
      await savedCommands.remove(keeperOf(request), savedCommandIdOf(request.params.savedCommandId));
      return {};
    },
  });
}

const savedCommandIdOf = (text: string): SavedCommandId => text.toLowerCase() as SavedCommandId;

const keeperOf = (request: FastifyRequest) => ({
  tenantId: reachOf(request).tenantId,
  userId: callerOf(request).userId,
});

const propertiesOf = ({ name, shared, command }: SavedCommandInput): SavedCommandProperties => ({
  ...{ name, command },
  isShared: shared ?? false,
});

const recordOf = (saved: SavedCommand, reader: UserId): SavedCommandRecord => ({
  id: { entityType: "SAVED_COMMAND", id: saved.id },
  createdTime: saved.createdTime,
  name: saved.name,
  shared: saved.isShared,
  own: saved.ownerId === reader,
  command: saved.command,
});
