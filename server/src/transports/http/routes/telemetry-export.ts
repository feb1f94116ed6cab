import { telemetryExportRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { channelDescriber, type DescriberParts } from "../../../core/device-channels/index.ts";
import type { Device } from "../../../core/devices/index.ts";
import { exportTooWide, type TelemetryStore } from "../../../core/telemetry/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { attachment } from "../files/content-disposition.ts";
import { namedKeys } from "../key-selection.ts";
import { streamedText } from "../streamed-text.ts";
import { countPoints, exportFormats, exportText, exportTimes } from "../telemetry/telemetry-export.ts";
import { timeRangeOf } from "../telemetry/time-range.ts";
import { wideText } from "../telemetry/wide-export.ts";

interface ExportDependencies extends DescriberParts {
  readonly store: TelemetryStore;
  /** So many channels stand side by side. */
  readonly exportColumns: number;
  readonly deviceOf: (request: FastifyRequest<{ Params: { deviceId: string } }>) => Promise<Device>;
}

/**
 * All points of a device as a file [TEL5]. How far a download has come is told by its lines: `X-Total-Points` says how
 * many there will be, one each.
 */
export function serveTelemetryExport(app: HttpApp, dependencies: ExportDependencies): void {
  const { store, deviceOf, exportColumns } = dependencies;

  register(app, telemetryExportRoutes, {
    export: async (request, reply) => {
      const { id, name } = await deviceOf(request);
      const { format: form = "csv", layout = "long", times = "ms", escape: escaping = "formulas" } = request.query;
      const range = timeRangeOf(request.query);
      const format = exportFormats[form];
      const named = namedKeys(request.query);
      const keys = named.length > 0 ? named : await store.keys(id);
      if (layout === "wide" && keys.length > exportColumns) throw exportTooWide(keys.length, exportColumns);
      const total = await countPoints(store, id, keys, range);
      const describe = request.query.describe ? await channelDescriber(dependencies, reachOf(request), id) : undefined;
      const look = { escaping, timeOf: exportTimes[times], describe };
      const text =
        layout === "wide"
          ? wideText(store, id, keys, range, form, look)
          : exportText(store, id, keys, range, format, look);
      const body = await streamedText(text);
      void reply
        .type(format.mediaType)
        .header("content-disposition", attachment(`telemetry-${id}.${form}`, `${name} telemetry.${form}`))
        .header("x-total-keys", String(keys.length))
        .header("x-total-points", String(total));
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}
