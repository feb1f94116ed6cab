import { type DashboardSearch, dashboardSearchOf } from "../../dashboards/dashboard-search.ts";

/** A dashboard to make a report of, and what was chosen on its page. */
export interface ReportSearch extends Pick<DashboardSearch, "from" | "to" | "choice"> {
  readonly dashboard?: string;
}

export function reportSearchOf({ dashboard, from, to, choice }: Record<string, unknown>): ReportSearch {
  return {
    ...(typeof dashboard === "string" && { dashboard }),
    ...dashboardSearchOf({ from, to, choice }),
  };
}
