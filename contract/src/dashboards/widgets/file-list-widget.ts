import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";
import { devices, everyDevice } from "./widget-parts.ts";

const schema = Type.Object(
  {
    devices,
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: "Timeline", examples: ["preview"] })),
    viewer: Type.Optional(Type.Boolean({ description: "Shows the content of the chosen one" })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, examples: [50] })),
  },
  { ...closed, description: "Files, and what is in them" },
);

export const fileListWidget = widgetKind({
  kind: "FILE_LIST",
  schema,
  defaults: { devices: everyDevice },
  queriesOf: ({ devices: about, tag, limit = 50 }) => ({
    files: { kind: "FILES", devices: about, limit, ...(tag !== undefined && { tag }) },
  }),
});
