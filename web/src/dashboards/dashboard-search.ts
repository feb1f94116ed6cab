import type { DashboardTime } from "@heliograph/contract";
import { parseMoment, resolveMoment } from "@heliograph/contract/moments";

/** What the address says about a dashboard: the page, the time, what was chosen for variables. */
export interface DashboardSearch {
  readonly page?: string;
  /** Moments as a dashboard writes them: `now-6h`, `now/d`, or Unix milliseconds. */
  readonly from?: string;
  readonly to?: string;
  /** By the name of the variable: the id of a device, or a text. */
  readonly choice?: Readonly<Record<string, string>>;
}

export function dashboardSearchOf(search: Readonly<Record<string, unknown>>): DashboardSearch {
  const { page, from, to, choice } = search;
  const moments = [momentText(from), momentText(to)];
  const chosen = choicesIn(choice);
  return {
    ...(typeof page === "string" && { page }),
    ...(moments[0] !== undefined && moments[1] !== undefined && { from: moments[0], to: moments[1] }),
    ...(Object.keys(chosen).length > 0 && { choice: chosen }),
  };
}

/** Routers read numbers as numbers. */
function momentText(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && parseMoment(text) ? text : undefined;
}

function choicesIn(choice: unknown): Record<string, string> {
  if (typeof choice !== "object" || choice === null) return {};
  return Object.fromEntries(
    Object.entries(choice).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );
}

export interface ShownTime {
  readonly from: number;
  readonly to: number;
  /** Goes on with the clock. */
  readonly isLive: boolean;
  /** As it is written, for words. */
  readonly expression: readonly [from: string, to: string];
}

const shortest = 1_000;

/** The time a page shows: that of the address, else that of the dashboard. It never ends before it begins. */
export function shownTime(search: DashboardSearch, time: DashboardTime, now: number, zone: string): ShownTime {
  const [from, to] = [search.from ?? time.from, search.to ?? time.to];
  const at = (text: string): number => {
    const moment = parseMoment(text);
    return moment ? resolveMoment(moment, now, time.zone ?? zone) : now;
  };
  const [begin, end] = [at(from), at(to)];
  const isRelative = to.startsWith("now");
  return {
    from: begin,
    to: Math.max(end, begin + shortest),
    isLive: isRelative && (search.from !== undefined || (time.live ?? true)),
    expression: [from, to],
  };
}

/** Twice as long around the same middle. */
export function wider({ from, to }: Pick<ShownTime, "from" | "to">): Pick<DashboardSearch, "from" | "to"> {
  const half = Math.ceil((to - from) / 2);
  return fixed(from - half, to + half);
}

/** The time before (-1) or after (1), as long as this one. */
export const beside = ({ from, to }: Pick<ShownTime, "from" | "to">, direction: -1 | 1) =>
  fixed(from + (to - from) * direction, to + (to - from) * direction);

export const fixed = (from: number, to: number): Pick<DashboardSearch, "from" | "to"> => ({
  from: String(Math.round(from)),
  to: String(Math.round(to)),
});

/** A page that moves with the clock is read again after so long: about a pixel, neither frantic nor asleep. */
export const readEveryMs = ({ from, to }: Pick<ShownTime, "from" | "to">): number =>
  Math.min(60_000, Math.max(5_000, (to - from) / 1_000));
