import { type Static, Type } from "typebox";
import { freeText } from "../../../text.ts";
import { closed } from "../../closed.ts";

export const TextOptions = Type.Object(
  { markdown: freeText("Text as Markdown; HTML in it is shown as it was written", "# Pump house", 65_536) },
  { ...closed, description: "A text" },
);
export type TextOptions = Static<typeof TextOptions>;
