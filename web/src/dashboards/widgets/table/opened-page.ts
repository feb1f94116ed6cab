import type { DashboardConfiguration } from "@heliograph/contract";

type Dashboard = Pick<DashboardConfiguration, "pages" | "variables">;

export interface OpenedPage {
  readonly page: string;
  /** What it says for variables that stand for devices. */
  readonly choice: Readonly<Record<string, string>>;
}

/** The page that a row opens, and what its parameters stand for then [DSH1]; undefined where there is no such page any more. */
export function openedPage(dashboard: Dashboard, pageId: string, deviceId: string): OpenedPage | undefined {
  const page = dashboard.pages.find(({ id }) => id === pageId);
  if (!page) return undefined;
  const devices = new Set(dashboard.variables.flatMap(({ kind, name }) => (kind === "DEVICE" ? [name] : [])));
  const named = (page.parameters ?? []).filter((name) => devices.has(name));
  return { page: pageId, choice: Object.fromEntries(named.map((name) => [name, deviceId])) };
}
