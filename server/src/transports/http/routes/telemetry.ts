import { type TelemetryPoints, telemetryRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Attributes } from "../../../core/attributes/index.ts";
import type { Audit, AuditedAct } from "../../../core/audit/index.ts";
import type { DeviceChannels } from "../../../core/device-channels/index.ts";
import type { DeviceActivity, Devices, DeviceWithActivity } from "../../../core/devices/index.ts";
import type { EventBus } from "../../../core/events/index.ts";
import type { RateLimits } from "../../../core/rates/index.ts";
import { deletePoints, ingest, type TelemetryFeed, type TelemetryStore } from "../../../core/telemetry/index.ts";
import type { HistoryDepths, TenantTraffic } from "../../../core/tenants/index.ts";
import type { TenantId } from "../../../kernel/ids.ts";
import type { Clock } from "../../../kernel/time.ts";
import type { HttpApp } from "../../http-app.ts";
import { type HandlerOf, register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { sendStreamedJson } from "../json-text.ts";
import { requiredKeys } from "../key-selection.ts";
import { bodyBytesOf } from "../raw-json-bodies.ts";
import { deviceIdOf } from "../route-ids.ts";
import { telemetryReadOf } from "../telemetry/telemetry-query.ts";
import { telemetryText, valueWriter } from "../telemetry/telemetry-text.ts";
import { explicitTimeRangeOf } from "../telemetry/time-range.ts";
import { serveTelemetryExport } from "./telemetry-export.ts";

export interface TelemetryDependencies {
  readonly deviceChannels: DeviceChannels;
  readonly attributes: Attributes;
  readonly devices: Devices;
  readonly activity: DeviceActivity;
  readonly telemetryStore: TelemetryStore;
  readonly telemetryFeed: TelemetryFeed;
  readonly telemetryAheadMs: number;
  readonly rates: Pick<RateLimits, "requireRoom" | "count">;
  readonly traffic: Pick<TenantTraffic, "count">;
  readonly historyDepths: Pick<HistoryDepths, "of">;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly options: { readonly exportColumns: number };
}

/** Telemetry over REST [TEL1–TEL5]. In a scope that hands bodies on as bytes. */
export function serveTelemetry(app: HttpApp, dependencies: TelemetryDependencies): void {
  const {
    devices,
    activity,
    telemetryStore: store,
    telemetryFeed: audience,
    telemetryAheadMs: aheadMs,
    rates,
    traffic,
    historyDepths,
    events,
    audit,
    clock,
  } = dependencies;
  const depthMsOf = (tenant: TenantId) => historyDepths.of(tenant);
  const deviceOf = (request: FastifyRequest<{ Params: { deviceId: string } }>): Promise<DeviceWithActivity> =>
    devices.require(reachOf(request), deviceIdOf(request.params.deviceId));

  const read: HandlerOf<typeof telemetryRoutes.read> = async (request, reply) => {
    const { id } = await deviceOf(request);
    const writer = valueWriter(request.query.useStrictDataTypes ?? false);
    return sendStreamedJson<TelemetryPoints>(
      reply,
      telemetryText(store, id, await telemetryReadOf(request.query), writer),
    );
  };

  const remove: HandlerOf<typeof telemetryRoutes.remove> = async (request) => {
    const [device, keys] = [await deviceOf(request), requiredKeys(request.query)];
    await deletePoints({ store, events, audit }, device, keys, explicitTimeRangeOf(request.query));
    return {};
  };

  register(app, telemetryRoutes, {
    ...{ read, readHistory: read, remove, removeByName: remove },

    keys: async (request) => [...(await store.keys((await deviceOf(request)).id))],

    write: async (request) => {
      const device = await deviceOf(request);
      rates.requireRoom(device);
      const points = await ingest(
        { store, audience, aheadMs, depthMsOf, traffic },
        device,
        bodyBytesOf(request),
        clock(),
      );
      rates.count(device, points);
      activity.seen(device);
      await audit.often(writingTo(device));
      return {};
    },
  });

  const { exportColumns } = dependencies.options;
  serveTelemetryExport(app, { ...dependencies, store, deviceOf, exportColumns });
}

/** Points sent by people and scripts; what they were is in the telemetry itself. */
const writingTo = ({ id, tenantId, name }: DeviceWithActivity): AuditedAct => ({
  action: "TIMESERIES_UPDATED",
  tenantId,
  entity: { type: "DEVICE", id, name },
});
