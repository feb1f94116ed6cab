import { type Static, Type } from "typebox";
import { lineText } from "../../text.ts";
import { queryKind, querySchema, recordsAtMost } from "./query-kind.ts";

const schema = querySchema(
  "FILES",
  {
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "Timeline", examples: ["preview"] })),
    includeRemote: Type.Optional(Type.Boolean({ default: false, description: "Also those only the device has" })),
    textSearch: Type.Optional(lineText("Part of the name; case does not matter", "20220629")),
    limit: recordsAtMost("Files of each device at most, the newest first"),
  },
  "Files of devices in the time of the page",
);
export type FilesQuery = Static<typeof schema>;

export const filesQuery = queryKind({
  kind: "FILES",
  schema,
  needs: ["VIEW_FILES"],
  problemOf: () => undefined,
});
