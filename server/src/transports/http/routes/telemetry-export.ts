import { telemetryExportRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { channelDescriber, type DescriberParts } from "../../../core/device-channels/index.ts";
import type { Device } from "../../../core/devices/index.ts";
import type { TelemetryStore } from "../../../core/telemetry/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { namedKeys } from "../key-selection.ts";
import { streamedText } from "../streamed-text.ts";
import { countPoints, exportFormats, exportText } from "../telemetry/telemetry-export.ts";
import { timeRangeOf } from "../telemetry/time-range.ts";

interface ExportDependencies extends DescriberParts {
  readonly store: TelemetryStore;
  readonly deviceOf: (request: FastifyRequest<{ Params: { deviceId: string } }>) => Promise<Device>;
}

/**
 * All points of a device as a file [TEL5]. How far a download has come is told by its lines: `X-Total-Points` says how
 * many there will be, one each.
 */
export function serveTelemetryExport(app: HttpApp, dependencies: ExportDependencies): void {
  const { store, deviceOf } = dependencies;

  register(app, telemetryExportRoutes, {
    export: async (request, reply) => {
      const { id } = await deviceOf(request);
      const range = timeRangeOf(request.query);
      const format = exportFormats[request.query.format ?? "csv"];
      const named = namedKeys(request.query);
      const keys = named.length > 0 ? named : await store.keys(id);
      const total = await countPoints(store, id, keys, range);
      const describe = request.query.describe ? await channelDescriber(dependencies, reachOf(request), id) : undefined;
      const escaping = request.query.escape ?? "formulas";
      const body = await streamedText(exportText(store, id, keys, range, format, escaping, describe));
      void reply
        .type(format.mediaType)
        .header("content-disposition", `attachment; filename="telemetry-${id}.${request.query.format ?? "csv"}"`)
        .header("x-total-keys", String(keys.length))
        .header("x-total-points", String(total));
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}
