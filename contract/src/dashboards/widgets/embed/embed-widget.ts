import { widgetKind } from "../widget-kind.ts";
import type { EmbedOptions } from "./embed-options.ts";

export const embedWidget = widgetKind<"EMBED", EmbedOptions>({ kind: "EMBED", defaults: {} });
