import type { DashboardConfiguration } from "./configuration.ts";

/** What a new dashboard is when nothing is said about it: one page with nothing on it. */
export const emptyConfiguration = (): DashboardConfiguration => ({
  format: "heliograph.dashboard/1",
  time: { from: "now-6h", to: "now", live: true },
  variables: [],
  widgets: {},
  pages: [{ id: "overview", title: "Overview", layout: [] }],
  annotations: [],
});
