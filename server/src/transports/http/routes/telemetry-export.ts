import { TelemetryExport } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { Device } from "../../../core/devices/index.ts";
import type { TelemetryStore } from "../../../core/telemetry/index.ts";
import { needs } from "../access.ts";
import type { HttpApp } from "../http-app.ts";
import { namedKeys } from "../key-selection.ts";
import { DeviceParams } from "../route-ids.ts";
import { streamedText } from "../streamed-text.ts";
import { countPoints, exportFormats, exportText } from "../telemetry/telemetry-export.ts";
import { timeRangeOf } from "../telemetry/time-range.ts";

interface ExportDependencies {
  readonly store: TelemetryStore;
  readonly deviceOf: (request: FastifyRequest<{ Params: { deviceId: string } }>) => Promise<Device>;
}

/**
 * All points of a device as a file [TEL5]. How far a download has come is told by its lines: `X-Total-Points` says how
 * many there will be, one each.
 */
export function telemetryExportRoute(app: HttpApp, { store, deviceOf }: ExportDependencies): void {
  app.get(
    "/api/plugins/telemetry/DEVICE/:deviceId/export/timeseries",
    {
      config: { access: needs("VIEW_TELEMETRY") },
      schema: {
        tags: ["Telemetry"],
        summary: "Export points as CSV or JSON lines, by key and time; every key and the whole history by default",
        description:
          "One line per point. `X-Total-Keys` and `X-Total-Points` say what to expect, so that lines received are " +
          "progress; points written meanwhile may add to it.",
        params: DeviceParams,
        querystring: TelemetryExport,
        produces: ["text/csv", "application/jsonl"],
        response: { 200: Type.String({ description: "key, ts and value of each point" }) },
      },
    },
    async (request, reply) => {
      const { id } = await deviceOf(request);
      const range = timeRangeOf(request.query);
      const format = exportFormats[request.query.format ?? "csv"];
      const named = namedKeys(request.query);
      const keys = named.length > 0 ? named : await store.keys(id);
      const total = await countPoints(store, id, keys, range);
      const body = await streamedText(exportText(store, id, keys, range, format));
      void reply
        .type(format.mediaType)
        .header("content-disposition", `attachment; filename="telemetry-${id}.${request.query.format ?? "csv"}"`)
        .header("x-total-keys", String(keys.length))
        .header("x-total-points", String(total));
      return body as unknown as string; // the framework sends a stream as it is
    },
  );
}
