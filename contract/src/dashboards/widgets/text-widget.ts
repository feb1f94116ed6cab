import { Type } from "typebox";
import { freeText } from "../../text.ts";
import { closed } from "../closed.ts";
import { widgetKind } from "./widget-kind.ts";

const schema = Type.Object(
  { markdown: freeText("Text as Markdown; HTML in it is shown as it was written", "# Pump house", 65_536) },
  { ...closed, description: "A text" },
);

export const textWidget = widgetKind({ kind: "TEXT", schema, defaults: { markdown: "" } });
