import type { DashboardContent, DashboardRecord } from "@heliograph/contract";
import { readDashboard, saveDashboard } from "../api/dashboards.ts";
import { isRefusal } from "../ui/states.tsx";

/** Somebody else may save between reading and saving; so often it is tried again. */
const attempts = 3;

/** For a change that never stands against what somebody else changed: it is done again on what they saved [DSH2]. */
export async function savedOnNewest(
  dashboardId: string,
  change: (content: DashboardContent) => DashboardContent,
  left = attempts,
): Promise<DashboardRecord> {
  const { id, version, title, configuration } = await readDashboard(dashboardId);
  try {
    return await saveDashboard({ id: { id: id.id }, version, ...change({ title, configuration }) });
  } catch (refused) {
    if (left <= 1 || !isRefusal(refused, "DASHBOARD_STALE")) throw refused;
    return savedOnNewest(dashboardId, change, left - 1);
  }
}
