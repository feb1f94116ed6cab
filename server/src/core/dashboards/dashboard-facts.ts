import { changesBetween } from "@heliograph/contract";
import type { Facts } from "../audit/index.ts";
import type { Dashboard, DashboardContent } from "./dashboard.ts";

/** An entry is there to be read; the versions tell everything. */
const changesNamed = 50;

/** What the audit log says of a new dashboard, or of one that goes. */
export const summaryOf = ({ title, projectId, version, configuration }: Dashboard): Facts => ({
  ...{ title, projectId, version },
  pages: configuration.pages.length,
  widgets: Object.keys(configuration.widgets).length,
});

/** What a save changed: where, not what; the values are in the versions. */
export function changeFacts(
  before: DashboardContent,
  after: DashboardContent,
): Facts & { readonly changes: readonly string[] } {
  const changed = changesBetween(before, after);
  return {
    changes: changed.slice(0, changesNamed).map(({ path }) => path.join(".")),
    ...(changed.length > changesNamed && { furtherChanges: changed.length - changesNamed }),
  };
}
