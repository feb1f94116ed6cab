import { type CheckedDeviceGroup, type DeviceFilterNode, deviceGroupRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import {
  type DeviceGroup,
  deviceGroupFilterNeeded,
  deviceGroupVersionNeeded,
} from "../../../core/device-groups/index.ts";
import type { DeviceFilter, Devices } from "../../../core/devices/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { IdSet } from "../../../kernel/id-set.ts";
import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import { type PageRequest, pageOf } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, reachOf, reachToAll } from "../access.ts";
import { deviceGroupIdOf, type GroupParts, inGroup, reachOfFilter } from "../group-devices.ts";
import { listBody } from "../list-body.ts";
import { deviceGroupRecordOf, groupPropertiesOf } from "../records/device-group-record.ts";
import { deviceRecordOf } from "../records/device-record.ts";

export interface DeviceGroupDependencies extends GroupParts {
  readonly devices: Devices;
}

/** Saved filters over devices [PRJ2]. */
export function serveDeviceGroups(app: HttpApp, parts: DeviceGroupDependencies): void {
  const { deviceGroups, groupMembers, devices } = parts;

  register(app, deviceGroupRoutes, {
    list: async (request, reply) =>
      listBody(reply, request.query, listOf(parts, reachOf(request).tenantId), deviceGroupRecordOf),

    save: async (request, reply) => {
      const [{ tenantId }, { id, version, filter }] = [reachOf(request), request.body];
      const properties = groupPropertiesOf(request.body);
      if (id === undefined) {
        if (filter === undefined) throw deviceGroupFilterNeeded();
        const created = await deviceGroups.create(tenantId, { ...properties, filter });
        return reply.code(201).send(await checked(request, created));
      }
      if (version === undefined) throw deviceGroupVersionNeeded();
      const changed = await deviceGroups.update(tenantId, deviceGroupIdOf(id.id), properties, version);
      return reply.send(await checked(request, changed));
    },

    preview: async (request) => {
      const { filter, limit = 10, sortProperty, sortOrder } = request.body;
      deviceGroups.requireSense(filter);
      const reach = reachOfFilter(request, reachOf(request), filter);
      const among = await groupMembers.find(reach, filter);
      const problems = await problemsOf(reach, filter);
      if (limit === 0) return { data: [], totalPages: 0, totalElements: among.size, hasNext: among.size > 0, problems };
      const page = await devices.list(listFilter(reach, among, { sortProperty, sortOrder }), { page: 0, limit });
      return { ...page, data: page.data.map((device) => deviceRecordOf(device, alarmReachOf(request))), problems };
    },

    get: async (request) => checked(request, await named(request)),

    devices: async (request, reply) => {
      const reach = reachOf(request);
      const among = await inGroup(parts, request, reach, request.params.deviceGroupId);
      const filter = listFilter(reach, among, request.query);
      const found = { page: (page: PageRequest) => devices.list(filter, page), stream: () => devices.stream(filter) };
      return listBody(reply, request.query, found, (device) => deviceRecordOf(device, alarmReachOf(request)));
    },

    remove: async (request) => {
      await deviceGroups.remove(reachOf(request).tenantId, deviceGroupIdOf(request.params.deviceGroupId));
      return {};
    },
  });

  const named = (request: FastifyRequest<{ Params: { deviceGroupId: string } }>): Promise<DeviceGroup> =>
    deviceGroups.require(reachOf(request).tenantId, deviceGroupIdOf(request.params.deviceGroupId));

  /** With what is the matter with it, for who asks: a project they do not see is none. */
  async function checked(request: FastifyRequest, group: DeviceGroup): Promise<CheckedDeviceGroup> {
    const sees = reachToAll(request, ["VIEW_DEVICES"]);
    return { ...deviceGroupRecordOf(group), problems: await problemsOf(sees, group.filter) };
  }

  const problemsOf = async (reach: Reach, filter: DeviceFilterNode) => [
    ...(await groupMembers.problemsOf(reach, filter)),
  ];
}

interface Order {
  readonly sortProperty?: DeviceFilter["sortProperty"] | undefined;
  readonly sortOrder?: "ASC" | "DESC" | undefined;
}

const listFilter = (
  reach: Reach,
  among: IdSet<DeviceId>,
  { sortProperty = "name", sortOrder }: Order,
): DeviceFilter => ({
  ...{
    reach,
    among,
    isUnassigned: false,
    textSearch: undefined,
    type: undefined,
    typeId: undefined,
    active: undefined,
  },
  sortProperty,
  descending: sortOrder === "DESC",
});

/** There are as many as a setting allows: all of them are read, whatever the page is. */
function listOf({ deviceGroups }: GroupParts, tenant: TenantId) {
  return {
    page: async (page: PageRequest) => {
      const all = await deviceGroups.list(tenant);
      return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
    },
    stream: async function* () {
      yield await deviceGroups.list(tenant);
    },
  };
}
