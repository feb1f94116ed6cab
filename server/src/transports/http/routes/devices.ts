import { type DeviceListQuery, deviceRoutes } from "@heliograph/contract";
import type { Static } from "typebox";
import type { DeviceFilter, Devices } from "../../../core/devices/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import type { PageRequest } from "../../../kernel/paging.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { chosenTokenOf } from "../chosen-token.ts";
import { listBody } from "../list-body.ts";
import { devicePropertiesOf, deviceRecordOf } from "../records/device-record.ts";
import { deviceIdOf, deviceTypeIdOf, ownReachInPath } from "../route-ids.ts";

/** Devices [DEV1–DEV3, DEV5]. */
export function serveDevices(app: HttpApp, { devices }: { readonly devices: Devices }): void {
  register(app, deviceRoutes, {
    list: (request, reply) => {
      const filter = filterOf(ownReachInPath(request), request.query);
      const found = { page: (page: PageRequest) => devices.list(filter, page), stream: () => devices.stream(filter) };
      return listBody(reply, request.query, found, deviceRecordOf);
    },

    types: async (request) => [...(await devices.typesIn(ownReachInPath(request)))],

    save: async (request, reply) => {
      const properties = devicePropertiesOf(request.body);
      const id = request.body.id?.id;
      if (id === undefined) {
        const chosen = chosenTokenOf(request, request.query.accessToken);
        return reply.code(201).send(deviceRecordOf(await devices.create(reachOf(request), properties, chosen)));
      }
      return reply.send(deviceRecordOf(await devices.update(reachOf(request), deviceIdOf(id), properties)));
    },

    get: async (request) =>
      deviceRecordOf(await devices.require(reachOf(request), deviceIdOf(request.params.deviceId))),

    remove: async (request) => {
      await devices.remove(reachOf(request), deviceIdOf(request.params.deviceId));
      return {};
    },
  });
}

const filterOf = (reach: Reach, query: Static<typeof DeviceListQuery>): DeviceFilter => ({
  reach,
  textSearch: query.textSearch,
  type: query.type,
  typeId: query.deviceProfileId === undefined ? undefined : deviceTypeIdOf(query.deviceProfileId),
  active: query.active,
  sortProperty: query.sortProperty ?? "name",
  descending: query.sortOrder === "DESC",
});
