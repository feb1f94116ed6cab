import { Readable } from "node:stream";
import { deviceExportRoutes } from "@heliograph/contract";
import type { FastifyRequest } from "fastify";
import { permissionDenied, reachFor } from "../../../core/access/index.ts";
import type { Attributes } from "../../../core/attributes/index.ts";
import { deviceRows, headingsOf, type SheetWriter, type TableCell } from "../../../core/device-export/index.ts";
import { choiceOf, type DeviceFilter, type Devices } from "../../../core/devices/index.ts";
import type { Reach } from "../../../core/projects/index.ts";
import { type NewestPoints, valueAsText } from "../../../core/telemetry/index.ts";
import { csvCell } from "../../../kernel/csv-cell.ts";
import { IdSet } from "../../../kernel/id-set.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { alarmReachOf, callerOf } from "../access.ts";
import { type ChoosingParts, deviceFilterOf } from "../device-filter.ts";
import { ownReachInPath } from "../route-ids.ts";
import { streamedText } from "../streamed-text.ts";

export interface DeviceExportDependencies extends ChoosingParts {
  readonly devices: Devices;
  readonly attributes: Attributes;
  readonly newestPoints: NewestPoints;
  readonly deviceSheet: SheetWriter;
}

const mediaTypes = {
  CSV: "text/csv; charset=utf-8; header=present",
  XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Devices as a file, with what a list shows of them. */
export function serveDeviceExport(app: HttpApp, parts: DeviceExportDependencies): void {
  const { devices, attributes, newestPoints: telemetry, projects } = parts;

  async function filterFor(request: FastifyRequest, reach: Reach, body: Parameters<typeof choiceOf>[0]) {
    const choice = choiceOf(body);
    if (!("deviceIds" in choice)) return deviceFilterOf(parts, request, reach, choice.filter);
    const all: DeviceFilter = await deviceFilterOf(parts, request, reach, {});
    return { ...all, among: IdSet.of(choice.deviceIds) };
  }

  register(app, deviceExportRoutes, {
    exportDevices: async (request, reply) => {
      const { format, columns = [], tokens = false } = request.body;
      const reach = ownReachInPath(request);
      const filter = await filterFor(request, reach, request.body);
      const reader = {
        telemetry: reachFor(callerOf(request), ["VIEW_TELEMETRY"]),
        alarms: alarmReachOf(request),
        credentials: tokens ? credentialsReach(request) : undefined,
      };
      const headings = headingsOf(columns, tokens);
      const rows = deviceRows({ devices, attributes, telemetry, projects }, { filter, columns, reader });
      void reply
        .type(mediaTypes[format])
        .header("content-disposition", `attachment; filename="devices.${format.toLowerCase()}"`)
        .header("x-total-rows", String(await devices.countMatching(filter)));
      const body =
        format === "CSV"
          ? await streamedText(csvLines(headings, rows))
          : Readable.from(parts.deviceSheet("Devices", headings, rows), { objectMode: false });
      return body as unknown as string; // the framework sends a stream as it is
    },
  });
}

/** Who may see no token at all is refused; where somebody may not, there is none. */
function credentialsReach(request: FastifyRequest): Reach | undefined {
  const needed = ["VIEW_DEVICES", "VIEW_DEVICE_CREDENTIALS"] as const;
  const caller = callerOf(request);
  if (!needed.every((one) => caller.permissions.has(one))) throw permissionDenied(["VIEW_DEVICE_CREDENTIALS"]);
  return reachFor(caller, needed);
}

async function* csvLines(
  headings: readonly string[],
  rows: AsyncIterable<readonly (readonly TableCell[])[]>,
): AsyncGenerator<string> {
  yield `${headings.map((text) => csvCell(text)).join(",")}\r\n`;
  for await (const some of rows)
    yield some
      .map((row) => `${row.map((cell) => (cell === null ? "" : csvCell(valueAsText(cell)))).join(",")}\r\n`)
      .join("");
}
