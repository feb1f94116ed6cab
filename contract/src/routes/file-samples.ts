import { Type } from "typebox";
import { ContentExportQuery, SamplesQuery, SamplesRecord } from "../file-content.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "File content";

/** What was measured, as it is in the file [FILE7]. */
export const fileSamplesRoutes = routesOf({
  samples: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/samples",
    access: needs("DOWNLOAD_FILES"),
    tag,
    summary: "Samples of one channel, as they are in the file",
    params: DeviceParams,
    query: SamplesQuery,
    answers: { 200: SamplesRecord },
  },

  exportCsv: {
    method: "GET",
    path: "/api/devices/:deviceId/data-files/export",
    access: needs("DOWNLOAD_FILES"),
    work: "exports",
    tag,
    summary: "A measurement file, or some of its channels, as CSV: a line per time, a column per channel",
    params: DeviceParams,
    query: ContentExportQuery,
    answerForm: "stream",
    produces: ["text/csv"],
    answers: { 200: Type.String({ description: "The lines, as they are read" }) },
  },
});
