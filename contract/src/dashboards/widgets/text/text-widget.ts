import { widgetKind } from "../widget-kind.ts";
import type { TextOptions } from "./text-options.ts";

export const textWidget = widgetKind<"TEXT", TextOptions>({ kind: "TEXT", defaults: { markdown: "" } });
