import { type Static, Type } from "typebox";
import { closed } from "../../closed.ts";

export const EmbedOptions = Type.Object(
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
export type EmbedOptions = Static<typeof EmbedOptions>;
