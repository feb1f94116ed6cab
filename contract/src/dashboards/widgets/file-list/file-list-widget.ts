import { widgetKind } from "../widget-kind.ts";
import { everyDevice } from "../widget-parts.ts";
import type { FileListOptions } from "./file-list-options.ts";

export const fileListWidget = widgetKind<"FILE_LIST", FileListOptions>({
  kind: "FILE_LIST",
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, tag, limit = 50 }) => ({
    files: { kind: "FILES", devices: about, limit, ...(tag !== undefined && { tag }) },
  }),
});
