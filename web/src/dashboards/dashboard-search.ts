import { type TimeChoice, timeChoiceOf } from "../time-range/shown-time.ts";

/** What the address says about a dashboard: the page, the time, what was chosen for variables. */
export interface DashboardSearch extends TimeChoice {
  readonly page?: string;
  /** By the name of the variable: the id of a device, or a text. */
  readonly choice?: Readonly<Record<string, string>>;
  /** On a wall display; seconds for each page, 0 stays on the first. */
  readonly wall?: number;
  /** Ids of dashboards that a wall display shows one after another. */
  readonly tour?: string;
}

export function dashboardSearchOf(search: Readonly<Record<string, unknown>>): DashboardSearch {
  const { page, choice, wall, tour } = search;
  const chosen = choicesIn(choice);
  return {
    ...(typeof page === "string" && { page }),
    ...timeChoiceOf(search),
    ...(Object.keys(chosen).length > 0 && { choice: chosen }),
    ...(typeof wall === "number" && wall >= 0 && { wall: Math.floor(wall) }),
    ...(typeof tour === "string" && { tour }),
  };
}

function choicesIn(choice: unknown): Record<string, string> {
  if (typeof choice !== "object" || choice === null) return {};
  return Object.fromEntries(
    Object.entries(choice).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}
