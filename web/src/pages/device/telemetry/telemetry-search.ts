export const presets = ["15m", "1h", "6h", "24h", "7d", "30d"] as const;
export type Preset = (typeof presets)[number];

const minuteMs = 60_000;
const presetMs: Record<Preset, number> = {
  "15m": 15 * minuteMs,
  "1h": 60 * minuteMs,
  "6h": 360 * minuteMs,
  "24h": 1_440 * minuteMs,
  "7d": 7 * 1_440 * minuteMs,
  "30d": 30 * 1_440 * minuteMs,
};

/** What the address says about the chart: a preset moves with the clock, from and to stand still. */
export interface TelemetrySearch {
  readonly keys?: readonly string[];
  readonly range?: Preset;
  readonly from?: number;
  readonly to?: number;
}

/** More lines than colours to tell them apart help nobody. */
export const mostKeys = 12;

export function telemetrySearchOf(search: Readonly<Record<string, unknown>>): TelemetrySearch {
  const { keys, range, from, to } = search;
  const preset = presets.find((one) => one === range);
  const listed = Array.isArray(keys) ? keys : keys === undefined ? [] : [keys]; // one key may be written by hand
  const names = listed.map(String).slice(0, mostKeys);
  const isFixed = Number.isSafeInteger(from) && Number.isSafeInteger(to) && Number(from) < Number(to);
  return {
    ...(names.length > 0 && { keys: names }),
    ...(isFixed ? { from: Number(from), to: Number(to) } : preset && { range: preset }),
  };
}

/** Whether two addresses show the same time. */
export const isSameRange = (a: TelemetrySearch, b: TelemetrySearch): boolean =>
  (a.range ?? "1h") === (b.range ?? "1h") && a.from === b.from && a.to === b.to;

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

export interface Window {
  readonly from: number;
  readonly to: number;
  readonly isLive: boolean;
}

export function windowOf({ range = "1h", from, to }: TelemetrySearch, now: number): Window {
  if (from !== undefined && to !== undefined) return { from, to, isLive: false };
  return { from: now - presetMs[range], to: now, isLive: true };
}

/** A quarter of the window to the left (-1) or to the right (1). */
export function panned({ from, to }: Window, direction: -1 | 1): { from: number; to: number } {
  const step = Math.round((to - from) / 4) * direction;
  return { from: from + step, to: to + step };
}

/** Twice the window around the same middle; never beyond what a date can hold. */
export function zoomedOut({ from, to }: Window): { from: number; to: number } {
  const half = Math.ceil((to - from) / 2);
  return { from: Math.max(0, from - half), to: to + half };
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

/** Half the window around the same middle, as long as there is a middle. */
export function zoomedIn({ from, to }: Window): { from: number; to: number } {
  const quarter = Math.floor((to - from) / 4);
  return wideEnough({ from: from + quarter, to: to - quarter });
}

/** Points are a millisecond apart at least: in less there is nothing to see. */
const narrowestMs = 10;

/** The same middle, in a window in which there is something to see. */
export function wideEnough({ from, to }: { readonly from: number; readonly to: number }): { from: number; to: number } {
  if (to - from >= narrowestMs) return { from, to };
  const start = Math.floor((from + to - narrowestMs) / 2);
  return { from: start, to: start + narrowestMs };
}
