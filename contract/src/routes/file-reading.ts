import { FileRecord, FileSelection } from "../files.ts";
import { needs } from "./access.ts";
import { DeviceParams } from "./params.ts";
import { routesOf } from "./route.ts";

const tag = "File content";

/** How the node came to know what is in a file [FILE7]. */
export const fileReadingRoutes = routesOf({
  readAgain: {
    method: "POST",
    path: "/api/devices/:deviceId/data-files/index",
    access: needs("EDIT_FILES"),
    tag,
    summary: "Read the content of a file once more",
    params: DeviceParams,
    query: FileSelection,
    answers: { 202: FileRecord },
  },
});
