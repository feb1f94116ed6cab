import { type DeviceTypeListQuery, deviceTypeContentRoutes, deviceTypeRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { contentAfter, type DeviceTypeQuery, type DeviceTypes } from "../../../core/device-types/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { sendJsonTextInTurn } from "../json-text.ts";
import { listBody } from "../list-body.ts";
import {
  deviceTypeChangeOf,
  deviceTypeFileText,
  deviceTypeInfoOf,
  deviceTypeRecordOf,
  deviceTypeRecordText,
} from "../records/device-type-record.ts";
import { deviceTypeIdOf } from "../route-ids.ts";

export interface DeviceTypeDependencies {
  readonly deviceTypes: DeviceTypes;
}

type Query = Static<typeof DeviceTypeListQuery>;

/** Device types [TYP1, TYP2, TYP4]. */
export function serveDeviceTypes(app: HttpApp, { deviceTypes }: DeviceTypeDependencies): void {
  const listed = (reach: Reach, query: Query) => {
    const filter = filterOf(reach, query);
    const page = (request: PageRequest) => deviceTypes.list(filter, request);
    return { page, stream: () => deviceTypes.stream(filter) };
  };

  /** A tenant has no more of them than one answer holds. */
  const all = async (reach: Reach) => (await Array.fromAsync(deviceTypes.stream(filterOf(reach, {})))).flat();

  const textOf = (request: FastifyRequest<{ Params: { deviceProfileId: string } }>) =>
    deviceTypes.requireText(reachOf(request).tenantId, deviceTypeIdOf(request.params.deviceProfileId));

  register(app, deviceTypeRoutes, {
    list: (request, reply) => listBody(reply, request.query, listed(reachOf(request), request.query), deviceTypeInfoOf),

    infos: (request, reply) =>
      listBody(reply, request.query, listed(reachOf(request), request.query), deviceTypeInfoOf),

    names: async (request) => {
      const types = await all(reachOf(request));
      return types
        .filter(({ deviceCount }) => !request.query.activeOnly || deviceCount > 0)
        .map(({ id, name }) => ({ id: { entityType: "DEVICE_PROFILE" as const, id }, name }));
    },

    words: async (request) => {
      const reach = reachOf(request);
      const tenantId = { entityType: "TENANT" as const, id: reach.tenantId };
      return (await all(reach)).map(({ name }) => ({ tenantId, entityType: "DEVICE" as const, type: name }));
    },

    defaultInfo: async (request) => {
      const { tenantId, projects } = reachOf(request);
      return deviceTypeInfoOf(await deviceTypes.defaultOf(tenantId, projects));
    },

    info: async (request) => {
      const { tenantId, projects } = reachOf(request);
      const id = deviceTypeIdOf(request.params.deviceProfileId);
      const type = await deviceTypes.requireUse(tenantId, id, projects);
      return { ...deviceTypeInfoOf(type), projectCount: type.projectCount };
    },

    get: async (request, reply) => sendJsonTextInTurn(reply, deviceTypeRecordText(await textOf(request))),

    remove: async (request) => {
      await deviceTypes.remove(reachOf(request).tenantId, deviceTypeIdOf(request.params.deviceProfileId));
      return {};
    },

    makeDefault: async (request) =>
      deviceTypeInfoOf(
        await deviceTypes.makeDefault(reachOf(request).tenantId, deviceTypeIdOf(request.params.deviceProfileId)),
      ),

    exportFile: async (request, reply) => sendJsonTextInTurn(reply, deviceTypeFileText(await textOf(request))),
  });
}

/** What brings a definition has a limit of its own: ten thousand channels are more than other bodies may be. */
export function serveDeviceTypeContents(
  app: HttpApp,
  { deviceTypes }: DeviceTypeDependencies,
  bodyLimit: number,
): void {
  register(
    app,
    deviceTypeContentRoutes,
    {
      save: async (request, reply) => {
        const change = deviceTypeChangeOf(request.body);
        const { id, version } = request.body;
        const { tenantId } = reachOf(request);
        if (!id)
          return reply.code(201).send(deviceTypeRecordOf(await deviceTypes.create(tenantId, contentAfter(change))));
        const saved = await deviceTypes.update(tenantId, deviceTypeIdOf(id.id), change, version);
        return reply.send(deviceTypeRecordOf(saved));
      },

      importFile: async (request, reply) => {
        const content = contentAfter(deviceTypeChangeOf(request.body)); // a file is whole
        const replace = request.query.replace ?? false;
        const [type, outcome] = await deviceTypes.take(reachOf(request).tenantId, content, replace);
        return reply.code(outcome === "new" ? 201 : 200).send(deviceTypeRecordOf(type));
      },
    },
    { bodyLimit },
  );
}

/** Everybody of the tenant may know its types; how many devices have them, each where they see them [PRJ1]. */
const filterOf = ({ tenantId, projects }: Reach, query: Query): DeviceTypeQuery => ({
  tenantId,
  countedIn: projects,
  textSearch: query.textSearch,
  sortProperty: query.sortProperty ?? "name",
  descending: query.sortOrder === "DESC",
});
