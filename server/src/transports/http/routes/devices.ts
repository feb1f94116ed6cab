import { deviceRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { requireNoGain } from "../../../core/access/index.ts";
import { choiceOf, moveTooMany } from "../../../core/devices/index.ts";
import type { ProjectId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, callerOf, reachOf } from "../access.ts";
import { chosenTokenOf } from "../chosen-token.ts";
import { type ChoosingParts, deviceFilterOf } from "../device-filter.ts";
import { type OrderingParts, orderedList } from "../device-order.ts";
import { conditionsOf } from "../group-devices.ts";
import { listBody } from "../list-body.ts";
import { devicePropertiesOf, deviceRecordOf } from "../records/device-record.ts";
import { projectIdIn } from "../records/project-record.ts";
import { deviceIdOf, ownReachInPath } from "../route-ids.ts";

interface DeviceDependencies extends ChoosingParts, OrderingParts {
  readonly moveLimit: number;
}

/** Devices [DEV1–DEV3, DEV5]. */
export function serveDevices(app: HttpApp, parts: DeviceDependencies): void {
  const { devices, moveLimit } = parts;
  register(app, deviceRoutes, {
    list: async (request, reply) => {
      const { where, ...plain } = request.query;
      const asked = where === undefined ? plain : { ...plain, where: conditionsOf(where) };
      const chosen = await deviceFilterOf(parts, request, ownReachInPath(request), asked);
      const [alarmReach, { alarmSeverity }] = [alarmReachOf(request), request.query];
      const found = orderedList(parts, request, { ...chosen, alarmReach, alarmSeverity });
      return listBody(reply, request.query, found, (device) => deviceRecordOf(device, alarmReach));
    },

    types: async (request) => [...(await devices.typesIn(ownReachInPath(request)))],

    save: async (request, reply) => {
      const [reach, properties] = [reachOf(request), devicePropertiesOf(request.body)];
      const id = request.body.id?.id;
      if (id === undefined) {
        const project = projectIdIn(request.body.projectId);
        const chosen = chosenTokenOf(request, request.query.accessToken, project);
        const created = await devices.create(reach, properties, chosen, project);
        return reply.code(201).send(deviceRecordOf(created, alarmReachOf(request)));
      }
      const project = projectIdIn(request.body.projectId);
      const to = project === null ? undefined : { project, mayMove: moveRule(request, project) };
      const updated = await devices.update(reach, deviceIdOf(id), properties, to);
      return reply.send(deviceRecordOf(updated, alarmReachOf(request)));
    },

    move: async (request) => {
      const reach = ownReachInPath(request);
      const choice = choiceOf(request.body);
      const to = projectIdIn(request.body.projectId);
      const mayMove = moveRule(request, to);
      if ("deviceIds" in choice) {
        const { moved, unchanged, missing } = await devices.move(reach, choice.deviceIds, to, mayMove);
        return { moved, unchanged, missing: [...missing] };
      }
      const chosen = await deviceFilterOf(parts, request, reach, choice.filter);
      const total = await devices.countMatching(chosen);
      if (total > moveLimit) throw moveTooMany(total, moveLimit);
      let moved = 0;
      for await (const some of devices.moveMatching(chosen, { reach, to, mayMove })) moved += some;
      return { moved, unchanged: Math.max(0, total - moved), missing: [] };
    },

    get: async (request) =>
      deviceRecordOf(
        await devices.require(reachOf(request), deviceIdOf(request.params.deviceId)),
        alarmReachOf(request),
      ),

    remove: async (request) => {
      await devices.remove(reachOf(request), deviceIdOf(request.params.deviceId));
      return {};
    },
  });
}

const moveRule = (request: FastifyRequest, to: ProjectId | null) => (from: ProjectId | null) =>
  requireNoGain(callerOf(request), from, to);
