import type { DashboardSearch } from "../dashboard-search.ts";

/** The dashboard after this one, round and round; undefined where there is no other. */
export function nextOfTour({ tour = "" }: DashboardSearch, dashboardId: string): string | undefined {
  const ids = tour.split(",").filter(Boolean);
  const next = ids[(ids.indexOf(dashboardId) + 1) % ids.length];
  return next === dashboardId ? undefined : next;
}
