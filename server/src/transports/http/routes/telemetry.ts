import {
  TelemetryDeletion,
  TelemetryKeys,
  TelemetryMessage,
  TelemetryPoints,
  TelemetryQuery,
} from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { DeviceActivity, Devices, DeviceWithActivity } from "../../../core/devices/index.ts";
import type { EventBus } from "../../../core/events/index.ts";
import { deletePoints, ingest, type TelemetryFeed, type TelemetryStore } from "../../../core/telemetry/index.ts";
import type { Clock } from "../../../kernel/time.ts";
import { needs, tenantOf } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { sendStreamedJson } from "../json-text.ts";
import { requiredKeys } from "../key-selection.ts";
import { bodyBytesOf } from "../raw-json-bodies.ts";
import { DeviceParams, deviceIdOf } from "../route-ids.ts";
import { telemetryReadOf } from "../telemetry/telemetry-query.ts";
import { telemetryText, valueWriter } from "../telemetry/telemetry-text.ts";
import { explicitTimeRangeOf } from "../telemetry/time-range.ts";
import { telemetryExportRoute } from "./telemetry-export.ts";

export interface TelemetryDependencies {
  readonly devices: Devices;
  readonly activity: DeviceActivity;
  readonly telemetryStore: TelemetryStore;
  readonly telemetryFeed: TelemetryFeed;
  readonly events: EventBus;
  readonly clock: Clock;
}

const tags = ["Telemetry"];

/** Telemetry over REST [TEL1–TEL5]. In a scope that hands bodies on as bytes. */
export function telemetryRoutes(app: HttpApp, dependencies: TelemetryDependencies): void {
  const { devices, activity, telemetryStore: store, telemetryFeed: audience, events, clock } = dependencies;
  const deviceOf = (request: FastifyRequest<{ Params: { deviceId: string } }>): Promise<DeviceWithActivity> =>
    devices.require(tenantOf(request), deviceIdOf(request.params.deviceId));

  app.get(
    "/api/plugins/telemetry/DEVICE/:deviceId/values/timeseries",
    {
      config: { access: needs("VIEW_TELEMETRY") },
      schema: {
        tags,
        summary: "The latest values of a device; with keys and times their history, as points or per interval",
        params: DeviceParams,
        querystring: TelemetryQuery,
        response: { 200: TelemetryPoints },
      },
    },
    async (request, reply) => {
      const { id } = await deviceOf(request);
      const text = telemetryText(
        store,
        id,
        await telemetryReadOf(request.query),
        valueWriter(request.query.useStrictDataTypes ?? false),
      );
      return sendStreamedJson<TelemetryPoints>(reply, text);
    },
  );

  app.get(
    "/api/plugins/telemetry/DEVICE/:deviceId/keys/timeseries",
    {
      config: { access: needs("VIEW_TELEMETRY") },
      schema: { tags, summary: "The keys that have points", params: DeviceParams, response: { 200: TelemetryKeys } },
    },
    async (request) => [...(await store.keys((await deviceOf(request)).id))],
  );

  app.post(
    "/api/plugins/telemetry/DEVICE/:deviceId/timeseries/ANY",
    {
      config: { access: needs("EDIT_TELEMETRY") },
      schema: {
        tags,
        summary: "Write points of a device, as the device itself would; stored when answered",
        params: DeviceParams,
        body: TelemetryMessage,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const device = await deviceOf(request);
      await ingest({ store, audience }, device.id, bodyBytesOf(request), clock());
      activity.seen(device);
      return {};
    },
  );

  app.delete(
    "/api/plugins/telemetry/DEVICE/:deviceId/timeseries",
    {
      config: { access: needs("EDIT_TELEMETRY") },
      schema: {
        tags,
        summary: "Delete points of the named keys: from startTs to before endTs, or all of them",
        params: DeviceParams,
        querystring: TelemetryDeletion,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const device = await deviceOf(request);
      await deletePoints({ store, events }, device, requiredKeys(request.query), explicitTimeRangeOf(request.query));
      return {};
    },
  );

  telemetryExportRoute(app, { store, deviceOf });
}
