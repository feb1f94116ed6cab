import { deviceRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { permissionDenied } from "../../../core/access/index.ts";
import type { ChosenToken, DeviceFilter, Devices } from "../../../core/devices/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, tenantOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { credentialsRecordOf, devicePropertiesOf, deviceRecordOf } from "../records/device-record.ts";
import { deviceIdOf, ownTenantInPath } from "../route-ids.ts";

/** Devices and their credentials [DEV1–DEV5]. */
export function serveDevices(app: HttpApp, { devices }: { readonly devices: Devices }): void {
  register(app, deviceRoutes, {
    list: (request, reply) => {
      const { query } = request;
      const filter: DeviceFilter = {
        tenantId: ownTenantInPath(request),
        textSearch: query.textSearch,
        type: query.type,
        active: query.active,
        sortProperty: query.sortProperty ?? "name",
        descending: query.sortOrder === "DESC",
      };
      return listBody(
        reply,
        query,
        { page: (page) => devices.list(filter, page), stream: () => devices.stream(filter) },
        deviceRecordOf,
      );
    },

    types: async (request) => [...(await devices.typesIn(ownTenantInPath(request)))],

    save: async (request, reply) => {
      const properties = devicePropertiesOf(request.body);
      const id = request.body.id?.id;
      if (id === undefined) {
        const chosen = chosenTokenOf(request, request.query.accessToken);
        return reply.code(201).send(deviceRecordOf(await devices.create(tenantOf(request), properties, chosen)));
      }
      return reply.send(deviceRecordOf(await devices.update(tenantOf(request), deviceIdOf(id), properties)));
    },

    get: async (request) =>
      deviceRecordOf(await devices.require(tenantOf(request), deviceIdOf(request.params.deviceId))),

    remove: async (request) => {
      await devices.remove(tenantOf(request), deviceIdOf(request.params.deviceId));
      return {};
    },

    credentials: async (request) =>
      credentialsRecordOf(await devices.requireCredentials(tenantOf(request), deviceIdOf(request.params.deviceId))),

    setCredentials: async (request) => {
      const { deviceId, credentialsId } = request.body;
      const chosen = chosenTokenOf(request, credentialsId);
      return credentialsRecordOf(await devices.setToken(tenantOf(request), deviceIdOf(deviceId.id), chosen));
    },
  });
}

function chosenTokenOf(request: FastifyRequest, token: string | undefined): ChosenToken | undefined {
  if (token === undefined) return undefined;
  const { permissions, userId } = callerOf(request);
  if (!permissions.has("EDIT_DEVICE_CREDENTIALS")) throw permissionDenied(["EDIT_DEVICE_CREDENTIALS"]);
  return { token, by: { userId, address: request.ip } };
}
