import { deviceOverviewRoutes, type TimelineKind, timelineKindNames, timelineKinds } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { reachFor } from "../../../core/access/index.ts";
import type { DevicePins, DeviceTimeline } from "../../../core/device-overview/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import { reaches } from "../../../core/projects/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import { type Clock, epochMs } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { deviceIdOf } from "../route-ids.ts";

export interface DeviceOverviewDependencies {
  readonly devices: Devices;
  readonly timeline: DeviceTimeline;
  readonly pins: DevicePins;
  readonly clock: Clock;
}

/** What one sees first of a device. */
export function serveDeviceOverview(app: HttpApp, parts: DeviceOverviewDependencies): void {
  const { devices, timeline, pins } = parts;
  const named = (request: FastifyRequest<{ Params: { deviceId: string } }>) =>
    devices.require(reachOf(request), deviceIdOf(request.params.deviceId));

  register(app, deviceOverviewRoutes, {
    timeline: async (request) => {
      const device = await named(request);
      const { cursor, endTime = parts.clock() + 1, limit = 50 } = request.query;
      const kinds = seenKinds(request, device.projectId, request.query.kinds);
      const { events, next } = await timeline.page(device, kinds, placeOf(cursor, endTime), limit);
      return { data: [...events], next: next && `${next.time}-${next.told}` };
    },

    pins: async (request) => {
      const { id } = await named(request);
      return { keys: listed(await pins.of(callerOf(request).userId, id)) };
    },

    savePins: async (request) => {
      const [device, { userId, username }] = [await named(request), callerOf(request)];
      await pins.save({ id: userId, name: username }, device, request.body.keys);
      return { keys: request.body.keys };
    },
  });
}

const listed = (keys: readonly string[] | null) => keys && [...keys];

/** What is asked for, of what the caller may see of this device [PRJ1]. */
function seenKinds(request: FastifyRequest, project: ProjectId | null, asked: string | undefined): TimelineKind[] {
  const wanted = asked?.split(",") ?? timelineKindNames;
  return timelineKindNames.filter((kind) => {
    const reach = reachFor(callerOf(request), [timelineKinds[kind]]);
    return wanted.includes(kind) && reach !== undefined && reaches(reach, project);
  });
}

function placeOf(cursor: string | undefined, endTime: number) {
  const [time, told] = cursor?.split("-").map(Number) ?? [];
  return { time: epochMs(time ?? Math.max(0, endTime - 1)), told: told ?? 0 };
}
