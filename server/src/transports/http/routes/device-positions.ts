import { devicePositionRoutes, type PositionedDevice } from "@heliograph/contract";
import type { FleetPositions, FoundDevice } from "../../../core/fleet-positions/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import { reaches } from "../../../core/projects/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, reachToAll } from "../access.ts";
import { type ChoosingParts, deviceFilterOf } from "../device-filter.ts";
import { conditionsOf } from "../group-devices.ts";
import { plainOf } from "../records/plain-value.ts";
import { ownReachInPath } from "../route-ids.ts";

export interface DevicePositionDependencies extends ChoosingParts {
  readonly fleetPositions: FleetPositions;
}

/** Where all devices of a list are. */
export function serveDevicePositions(app: HttpApp, parts: DevicePositionDependencies): void {
  register(app, devicePositionRoutes, {
    positions: async (request) => {
      const { where, ...plain } = request.query;
      const asked = where === undefined ? plain : { ...plain, where: conditionsOf(where) };
      const filter = await deviceFilterOf(parts, request, ownReachInPath(request), asked);
      const readable = reachToAll(request, ["VIEW_DEVICES", "VIEW_TELEMETRY"]);
      const { found, total, looked } = await parts.fleetPositions.find(filter, readable);
      const seesAlarms = alarmReachOf(request);
      return { data: found.map((one) => recordOf(one, seesAlarms)), totalElements: total, looked };
    },
  });
}

const recordOf = ({ device, values }: FoundDevice, seesAlarms: Reach | undefined): PositionedDevice => ({
  id: device.id,
  name: device.name,
  active: device.active,
  alarmSeverity: seesAlarms && reaches(seesAlarms, device.projectId) ? device.alarmSeverity : null,
  values: Object.fromEntries([...values].map(([key, { ts, value }]) => [key, { ts, value: plainOf(value) }])),
});
