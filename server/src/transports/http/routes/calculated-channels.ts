import { type CalculatedDefinition, calculatedChannelRoutes, calculatedTrialRoutes } from "@heliograph/contract";
import {
  type CalculatedChannels,
  type CalculationPreview,
  calculatedRangeInvalid,
  calculatedVersionNeeded,
  type FillInput,
  previewDeviceNeeded,
} from "../../../core/calculated-channels/index.ts";
import type { Devices } from "../../../core/devices/index.ts";
import type { Jobs } from "../../../core/jobs/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf, reachOf } from "../access.ts";
import { listBody } from "../list-body.ts";
import { listedOf } from "../listed.ts";
import { calculatedIdOf, calculatedRecordOf, previewRecordOf } from "../records/calculated-channel-record.ts";
import { jobRecordOf } from "../records/job-record.ts";
import { deviceIdOf, deviceTypeIdOf } from "../route-ids.ts";

export interface CalculatedDependencies {
  readonly calculatedChannels: CalculatedChannels;
  readonly calculationPreview: CalculationPreview;
  readonly devices: Devices;
  readonly jobs: Jobs;
}

/** Channels that are calculated from others [RUL7]. */
export function serveCalculatedChannels(app: HttpApp, parts: CalculatedDependencies): void {
  const { calculatedChannels: channels, devices, jobs } = parts;
  register(app, calculatedChannelRoutes, {
    list: async (request, reply) => {
      const [reach, { textSearch, deviceTypeId, deviceId }] = [reachOf(request), request.query];
      const device = deviceId === undefined ? undefined : deviceIdOf(deviceId);
      if (device !== undefined) await devices.require(reach, device);
      const typeId = deviceTypeId === undefined ? undefined : deviceTypeIdOf(deviceTypeId);
      const found = () => channels.list(reach, { textSearch, typeId, deviceId: device });
      return listBody(reply, request.query, listedOf(found), calculatedRecordOf);
    },

    save: async (request, reply) => {
      const [reach, { id, version, definition, replacesStored = false }] = [reachOf(request), request.body];
      const wanted = { definition, replacesStored };
      if (id === undefined) return reply.code(201).send(calculatedRecordOf(await channels.create(reach, wanted)));
      if (version === undefined) throw calculatedVersionNeeded();
      return reply.send(calculatedRecordOf(await channels.update(reach, calculatedIdOf(id.id), wanted, version)));
    },

    get: async (request) =>
      calculatedRecordOf(await channels.require(reachOf(request), calculatedIdOf(request.params.channelId))),

    remove: async (request) => {
      await channels.remove(reachOf(request), calculatedIdOf(request.params.channelId));
      return {};
    },

    fill: async (request, reply) => {
      const { startTs: from, endTs: to } = request.body;
      if (to <= from) throw calculatedRangeInvalid();
      const input: FillInput = { channelId: calculatedIdOf(request.params.channelId), from, to };
      await channels.requireChangeable(reachOf(request), input.channelId);
      const job = await jobs.create(callerOf(request), request.ip, "FILL_CALCULATED_CHANNEL", input);
      return reply.code(202).send(jobRecordOf(job));
    },
  });
}

/** Channels that are tried before they are saved [RUL7]. */
export function serveCalculatedTrials(app: HttpApp, parts: CalculatedDependencies): void {
  const { calculatedChannels: channels, calculationPreview, devices } = parts;
  register(app, calculatedTrialRoutes, {
    check: async (request) => {
      const { id, definition } = request.body;
      const own = id === undefined ? undefined : calculatedIdOf(id);
      return { problems: [...(await channels.problemsOf(reachOf(request), definition, own))] };
    },

    preview: async (request, reply) => {
      const { definition, deviceId, startTs: from, endTs: to } = request.body;
      if (to <= from) throw calculatedRangeInvalid();
      const reach = reachOf(request);
      await channels.requireEvaluable(reach, definition);
      const device = await devices.require(reach, shownFor(definition, deviceId));
      const left = new AbortController();
      reply.raw.once("close", () => left.abort());
      const order = { definition, tenantId: reach.tenantId, deviceId: device.id, span: { from, to } };
      return previewRecordOf(device.id, await calculationPreview.run({ ...order, gone: left.signal }));
    },
  });
}

/** A channel of one device is shown for that. */
function shownFor({ scope }: CalculatedDefinition, deviceId: string | undefined): DeviceId {
  if (scope.kind === "DEVICE") return deviceIdOf(scope.deviceId);
  if (deviceId === undefined) throw previewDeviceNeeded();
  return deviceIdOf(deviceId);
}
