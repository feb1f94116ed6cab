import { Type } from "typebox";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";

const schema = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        maxLength: 2_048,
        pattern: "^https://[^\\s\"'<>\\\\^`{|}\\u0000-\\u001f]+$",
        "x-must": "must be an address that begins with https://",
        description: "A page of another site, in a frame without rights",
        examples: ["https://example.org/weather"],
      }),
    ),
  },
  { ...closed, description: "A page of another site" },
);

export const embedWidget = widgetKind({ kind: "EMBED", schema, defaults: {} });
