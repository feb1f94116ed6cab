import { describeChannels, telemetryExportRoutes, unitsIn } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import type { Attributes } from "../../../core/attributes/index.ts";
import type { DeviceChannels } from "../../../core/device-channels/index.ts";
import type { Device } from "../../../core/devices/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import { JsonDocument, type TelemetryStore } from "../../../core/telemetry/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { reachOf } from "../access.ts";
import { namedKeys } from "../key-selection.ts";
import { streamedText } from "../streamed-text.ts";
import { countPoints, exportFormats, exportText } from "../telemetry/telemetry-export.ts";
import { timeRangeOf } from "../telemetry/time-range.ts";

interface ExportDependencies {
  readonly store: TelemetryStore;
  readonly deviceChannels: DeviceChannels;
  readonly attributes: Attributes;
  readonly deviceOf: (request: FastifyRequest<{ Params: { deviceId: string } }>) => Promise<Device>;
}

/**
 * All points of a device as a file [TEL5]. How far a download has come is told by its lines: `X-Total-Points` says how
 * many there will be, one each.
 */
export function serveTelemetryExport(app: HttpApp, dependencies: ExportDependencies): void {
  const { store, deviceOf, deviceChannels, attributes } = dependencies;
  const describerOf = async (reach: Reach, id: DeviceId) => {
    const { type, own, calculated } = await deviceChannels.describe(reach, id);
    const said = await attributes.read(id, { only: ["units"] });
    const units = unitsIn(
      said.map(({ key, value }) => ({ key, value: value instanceof JsonDocument ? value.toJSON() : value })),
    );
    const sources = { type: type.definition.channels, calculated, overrides: own.channels };
    return describeChannels({ ...sources, unitOf: (key) => units.get(key) ?? "" });
  };

  register(app, telemetryExportRoutes, {
    export: async (request, reply) => {
      const { id } = await deviceOf(request);
      const range = timeRangeOf(request.query);
      const format = exportFormats[request.query.format ?? "csv"];
      const named = namedKeys(request.query);
      const keys = named.length > 0 ? named : await store.keys(id);
      const total = await countPoints(store, id, keys, range);
      const describe = request.query.describe ? await describerOf(reachOf(request), id) : undefined;
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
