import { Type } from "typebox";
import { TelemetryExport } from "../telemetry.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

export const telemetryExportRoutes = routesOf({
  export: {
    method: "GET",
    path: "/api/plugins/telemetry/DEVICE/:deviceId/export/timeseries",
    access: needs("VIEW_TELEMETRY"),
    work: "exports",
    tag: "Telemetry",
    summary: "Export points as CSV or JSON lines, by key and time; every key and the whole history by default",
    description:
      "One line per point, or with `layout=wide` one per moment. `X-Total-Keys` and `X-Total-Points` say what to expect, so that lines received are " +
      "progress; points written meanwhile may add to it.",
    params: DeviceParams,
    query: TelemetryExport,
    answerForm: "stream",
    produces: ["text/csv", "application/jsonl"],
    answers: { 200: Type.String({ description: "key, ts and value of each point" }) },
  },
});
