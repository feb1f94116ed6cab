import type { DashboardRecord } from "@heliograph/contract";
import type { QueryClient } from "@tanstack/react-query";
import { dashboard } from "../api/dashboards.ts";

/** Everywhere else the dashboard is what was saved. */
export function dashboardSaved(client: QueryClient, record: DashboardRecord): void {
  client.setQueryData(dashboard(record.id.id).queryKey, record);
  for (const key of ["dashboards", "dashboard-versions", "dashboard shares"])
    void client.invalidateQueries({ queryKey: [key] });
}
