import { TelemetryDeletion, TelemetryKeys, TelemetryMessage, TelemetryPoints, TelemetryQuery } from "../telemetry.ts";
import { needs } from "./access.ts";
import { DeviceParams, Done } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "Telemetry";

const routes = routesOf({
  read: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/values/timeseries",
    access: needs("VIEW_TELEMETRY"),
    work: "reads",
    tag,
    summary: "The latest values of a device; with keys and times their history, as points or per interval",
    params: DeviceParams,
    query: TelemetryQuery,
    answers: { 200: TelemetryPoints },
    answerForm: "exact-json",
  },

  keys: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/keys/timeseries",
    access: needs("VIEW_TELEMETRY"),
    tag,
    summary: "The keys that have points",
    params: DeviceParams,
    answers: { 200: TelemetryKeys },
  },

  write: {
    method: "POST",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/timeseries/ANY",
    access: needs("EDIT_TELEMETRY"),
    tag,
    summary: "Write points of a device, as the device itself would; stored when answered",
    params: DeviceParams,
    body: TelemetryMessage,
    answers: { 200: Done },
  },

  remove: {
    method: "DELETE",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/timeseries",
    access: needs("EDIT_TELEMETRY"),
    tag,
    summary: "Delete points of the named keys: from startTs to before endTs, or all of them",
    params: DeviceParams,
    query: TelemetryDeletion,
    answers: { 200: Done },
  },
});

/** Other names of the same, as scripts of this API family call it [TBC2]. */
export const telemetryRoutes = routesOf({
  ...routes,
  readHistory: {
    ...routes.read,
    path: "/api/plugins/telemetry/DEVICE/:deviceId/values/timeseries/history",
    summary: "Another name of …/values/timeseries, with keys and times",
  },
  removeByName: {
    ...routes.remove,
    path: "/api/plugins/telemetry/DEVICE/:deviceId/timeseries/delete",
    summary: "Another name of DELETE …/timeseries",
  },
});
