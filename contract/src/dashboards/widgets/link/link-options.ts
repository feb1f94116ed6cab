import { type Static, Type } from "typebox";
import { Uuid } from "../../../ids.ts";
import { lineText } from "../../../text.ts";
import { closed } from "../../closed.ts";
import { partName } from "../../names.ts";

/** A script in a link would run as whoever reads the dashboard. */
const webAddress = Type.String({
  maxLength: 2_048,
  pattern: "^https?://[^\\s\"'<>\\\\^`{|}\\u0000-\\u001f]+$",
  "x-must": "must be an address that begins with https:// or http://",
  description: "An address in the web",
  examples: ["https://example.org/manual"],
});

export const LinkOptions = Type.Object(
  {
    text: Type.Optional(lineText("What is shown", "Manual")),
    url: Type.Optional(webAddress),
    dashboardId: Type.Optional(Uuid),
    page: Type.Optional(partName("A page of this dashboard or of that one", "one-pump")),
  },
  { ...closed, description: "A link to an address, another dashboard, or a page" },
);
export type LinkOptions = Static<typeof LinkOptions>;
