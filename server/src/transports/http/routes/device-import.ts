import type { Readable } from "node:stream";
import { deviceImportRoutes } from "@heliograph/contract";
import { permissionDenied } from "../../../core/access/index.ts";
import { type ChosenTokens, type Devices, importDevices } from "../../../core/devices/index.ts";
import type { Projects } from "../../../core/projects/index.ts";
import type { HttpApp } from "../../http-app.ts";
import { register } from "../../register.ts";
import { callerOf } from "../access.ts";
import { mediaTypeOf } from "../body-parser.ts";
import { mayChooseTokens, maySeeTokens, tokenReach } from "../chosen-token.ts";
import { csvRows } from "../csv-rows.ts";
import { mediaTypeUnsupported } from "../faults.ts";
import { limitedBody } from "../limited-body.ts";
import { projectIdOf } from "../records/project-record.ts";
import { ownReachInPath } from "../route-ids.ts";

interface ImportDependencies {
  readonly devices: Devices;
  readonly chosenTokens: ChosenTokens;
  readonly projects: Projects;
  readonly importLimit: number;
  readonly importRows: number;
}

/** `text/csv`, and what browsers and curl call it when they do not know better. */
export const csvTypes = new Set(["text/csv", "application/csv", "text/plain", "application/octet-stream", ""]);

/** Many devices at once [DEV3]; the file is read as it arrives. In a scope of its own: here bodies are not JSON. */
export function serveDeviceImport(app: HttpApp, dependencies: ImportDependencies): void {
  const { importLimit, importRows, projects } = dependencies;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (_: unknown, payload: Readable) => payload);
  register(app, deviceImportRoutes, {
    importCsv: async (request) => {
      const reach = ownReachInPath(request);
      const projectId = request.query.projectId === undefined ? null : projectIdOf(request.query.projectId);
      await projects.requirePlace(reach, projectId);
      const { tokens: tellsTokens = false } = request.query;
      if (tellsTokens && !maySeeTokens(request, projectId)) throw permissionDenied(["VIEW_DEVICE_CREDENTIALS"]);
      if (!csvTypes.has(mediaTypeOf(request))) throw mediaTypeUnsupported("text/csv");
      const body = limitedBody((request.body as Readable | undefined) ?? request.raw, request.headers, importLimit);
      const rows = csvRows(body, { maySetTokens: mayChooseTokens(request, projectId) });
      const by = { userId: callerOf(request).userId, address: request.ip, reach: tokenReach(request) };
      const mayStill = async () => {
        await request.checkAgain();
        await projects.requirePlace(ownReachInPath(request), projectId);
        if (tellsTokens && !maySeeTokens(request, projectId)) throw permissionDenied(["VIEW_DEVICE_CREDENTIALS"]);
      };
      const place = { tenantId: reach.tenantId, projectId };
      return importDevices(dependencies, place, by, allowed(rows, mayStill), { rowLimit: importRows, tellsTokens });
    },
  });
}

/** Rows between two looks at whether the caller may still import. */
const rowsPerLook = 100;

/** A file takes as long as its sender likes: rights that end meanwhile end the import, before its rest is stored [AUTH8]. */
async function* allowed<Row>(rows: AsyncIterable<Row>, mayStill: () => Promise<void>): AsyncGenerator<Row> {
  let count = 0;
  for await (const row of rows) {
    if (++count % rowsPerLook === 0) await mayStill();
    yield row;
  }
  await mayStill();
}
