import type { DashboardRecord } from "@heliograph/contract";
import type { DashboardSearch } from "./dashboard-search.ts";

/** What an action of the header is about. */
export interface HeaderActionProps {
  readonly record: DashboardRecord;
  /** Which page and which time is looked at. */
  readonly search: DashboardSearch;
}
