import { readersZone } from "../../../format/zone.ts";
import { type ShownTime, shownTime, type TimeChoice, timeChoiceOf } from "../../../time-range/shown-time.ts";

/** What the address says about the chart. */
export interface TelemetrySearch extends TimeChoice {
  readonly keys?: readonly string[];
}

/** More lines than colours to tell them apart help nobody. */
export const mostKeys = 12;

/** What is shown before anybody chose a time. */
export const firstTime = { from: "now-1h", to: "now" } as const;

export function telemetrySearchOf(search: Readonly<Record<string, unknown>>): TelemetrySearch {
  const { keys, range } = search;
  const listed = Array.isArray(keys) ? keys : keys === undefined ? [] : [keys]; // one key may be written by hand
  const names = listed.map(String).slice(0, mostKeys);
  const time = timeChoiceOf(search);
  return {
    ...(names.length > 0 && { keys: names }),
    ...(time.from === undefined ? timeChoiceOf({ from: `now-${range}`, to: "now" }) : time), // addresses had range=6h once
  };
}

/** What was looked at of each device since the page was loaded: other tabs of it do not make one choose again. */
class LastLook {
  readonly #looks = new Map<string, TelemetrySearch>();

  keep(deviceId: string, search: TelemetrySearch): void {
    if (search.keys) this.#looks.set(deviceId, search);
  }

  of(deviceId: string): TelemetrySearch {
    return this.#looks.get(deviceId) ?? {};
  }
}

export const lastLook = new LastLook();

export type Window = Pick<ShownTime, "from" | "to" | "isLive">;

/** There are no points from before 1970. */
export function windowOf(search: TelemetrySearch, now: number): ShownTime {
  const shown = shownTime(search, firstTime, now, readersZone());
  return { ...shown, from: Math.max(0, shown.from) };
}

/** How often a live window moves: each step about a pixel, neither frantic nor asleep. */
export const liveStepMs = ({ from, to }: Window): number => Math.min(60_000, Math.max(1_000, (to - from) / 1_000));

/** A live window is read again after so long; meanwhile the live connection adds what comes. */
const readEveryMs = ({ from, to }: Window): number => Math.max(30_000, (to - from) / 60);

/** What to read for a window: as it stands or, while it moves, a little more, so that it lasts for a while. */
export function readWindow(window: Window): { readonly from: number; readonly to: number } {
  if (!window.isLive) return { from: window.from, to: window.to };
  const every = readEveryMs(window);
  const from = Math.floor(window.from / every) * every;
  return { from, to: from + (window.to - window.from) + 2 * every };
}
