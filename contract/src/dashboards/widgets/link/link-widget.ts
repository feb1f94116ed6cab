import { widgetKind } from "../widget-kind.ts";
import { firstOf } from "../widget-parts.ts";
import type { LinkOptions } from "./link-options.ts";

export const linkWidget = widgetKind<"LINK", LinkOptions>({
  kind: "LINK",
  defaults: {},
  problemOf: ({ url, dashboardId, page }) =>
    firstOf(
      url !== undefined && (dashboardId !== undefined || page !== undefined)
        ? "a link leads to an address or to a dashboard, not to both"
        : undefined,
    ),
});
