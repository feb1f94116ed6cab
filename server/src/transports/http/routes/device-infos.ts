import { type DeviceInfo, type DeviceRecord, deviceInfoRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { deviceNotFound } from "../../../core/devices/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { type HandlerOf, register } from "../../register.ts";
import { alarmReachOf, reachOf } from "../access.ts";
import { type ChoosingParts, deviceFilterOf } from "../device-filter.ts";
import { type OrderingParts, orderedList } from "../device-order.ts";
import { conditionsOf } from "../group-devices.ts";
import { listBody } from "../list-body.ts";
import { deviceRecordOf } from "../records/device-record.ts";
import { deviceIdOf } from "../route-ids.ts";

type ListQuery = Parameters<HandlerOf<typeof deviceInfoRoutes.tenantInfos>>[0]["query"];

/** Devices under the names that scripts of this API family know [TBC2]: of the caller's own tenant. */
export function serveDeviceInfos(app: HttpApp, parts: ChoosingParts & OrderingParts): void {
  const { devices } = parts;

  const found = async (request: FastifyRequest & { readonly query: ListQuery }) => {
    const { where, ...plain } = request.query;
    const asked = where === undefined ? plain : { ...plain, where: conditionsOf(where) };
    const chosen = await deviceFilterOf(parts, request, reachOf(request), asked);
    const [alarmReach, { alarmSeverity }] = [alarmReachOf(request), request.query];
    return orderedList(parts, request, { ...chosen, alarmReach, alarmSeverity });
  };

  const infos: HandlerOf<typeof deviceInfoRoutes.tenantInfos> = async (request, reply) => {
    const alarmReach = alarmReachOf(request);
    return listBody(reply, request.query, await found(request), (device) => infoOf(deviceRecordOf(device, alarmReach)));
  };

  /** A name is unique in the tenant; its stars are no wildcards. */
  const named = async (request: FastifyRequest, name: string): Promise<DeviceRecord> => {
    const condition = { kind: "NAME", comparison: "MATCHES", text: name } as const;
    const filter = await deviceFilterOf(parts, request, reachOf(request), {
      where: { kind: "ALL", conditions: [condition] },
    });
    for await (const some of devices.stream(filter)) {
      const device = some.find((one) => one.name === name);
      if (device) return deviceRecordOf(device, alarmReachOf(request));
    }
    throw deviceNotFound(name);
  };

  register(app, deviceInfoRoutes, {
    ...{ tenantInfos: infos, allInfos: infos },

    tenantDevices: async (request, reply) => {
      const { deviceName } = request.query;
      if (deviceName !== undefined) return named(request, deviceName);
      const alarmReach = alarmReachOf(request);
      return listBody(reply, request.query, await found(request), (device) => deviceRecordOf(device, alarmReach));
    },

    info: async (request) => {
      const device = await devices.require(reachOf(request), deviceIdOf(request.params.deviceId));
      return infoOf(deviceRecordOf(device, alarmReachOf(request)));
    },
  });
}

const infoOf = (device: DeviceRecord): DeviceInfo => ({
  ...device,
  ...{ deviceProfileName: device.type, customerTitle: null, customerIsPublic: false },
});
