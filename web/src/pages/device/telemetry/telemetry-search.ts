import { readersZone } from "../../../format/zone.ts";
import { type ShownTime, shownTime, type TimeChoice, timeChoiceOf } from "../../../time-range/shown-time.ts";
import { type Before, befores, otherLineOf } from "./line-ids.ts";

/** What the address says about the chart. */
export interface TelemetrySearch extends TimeChoice {
  readonly keys?: readonly string[];
  /** Channels of other devices: `id of the device/key`. */
  readonly others?: readonly string[];
  /** Lines that are moved in time: `milliseconds/line`. */
  readonly shifts?: readonly string[];
  /** Beneath each line, what it was so long before. */
  readonly before?: Before;
  /** Channels of files of the device: `index/tag/name`. */
  readonly files?: readonly string[];
}

/** More lines than colours to tell them apart help nobody. */
export const mostKeys = 12;

/** What is shown before anybody chose a time. */
export const firstTime = { from: "now-1h", to: "now" } as const;

/** One of them may be written by hand. */
const listed = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

export function telemetrySearchOf(search: Readonly<Record<string, unknown>>): TelemetrySearch {
  const { range } = search;
  const names = listed(search["keys"]).slice(0, mostKeys);
  const others = listed(search["others"])
    .filter((id) => otherLineOf(id) !== undefined)
    .slice(0, mostKeys - names.length);
  const files = listed(search["files"]).slice(0, mostKeys - names.length - others.length);
  const shifts = listed(search["shifts"]).slice(0, mostKeys);
  const before = befores.find((one) => one === search["before"]);
  const time = timeChoiceOf(search);
  return {
    ...(names.length > 0 && { keys: names }),
    ...(others.length > 0 && { others }),
    ...(files.length > 0 && { files }),
    ...(shifts.length > 0 && { shifts }),
    ...(before && { before }),
    ...(time.from === undefined ? timeChoiceOf({ from: `now-${range}`, to: "now" }) : time), // addresses had range=6h once
  };
}

/** What was looked at of each device since the page was loaded: other tabs of it do not make one choose again. */
class LastLook {
  readonly #looks = new Map<string, TelemetrySearch>();

  keep(deviceId: string, search: TelemetrySearch): void {
    if (search.keys || search.others || search.files) this.#looks.set(deviceId, search);
  }

  /** The same time in all charts of a device. */
  keepTime(deviceId: string, time: TimeChoice): void {
    const { from: _, to: __, ...others } = this.of(deviceId);
    this.#looks.set(deviceId, { ...others, ...time });
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

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** A window that grows with the clock, such as today, is not another one with every millisecond. */
const periods = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 5, 30].map((count) => count * day),
];
const periodWithin = (ms: number): number => periods.findLast((period) => period <= ms) ?? second;

/** How often a live window moves: each step about a pixel, neither frantic nor asleep. */
export const liveStepMs = ({ from, to }: Window): number => periodWithin(Math.min(minute, (to - from) / 1_000));

/** A live window is read again after so long; meanwhile the live connection adds what comes. */
export const readEveryMs = ({ from, to }: Window): number => periodWithin(Math.max(30 * second, (to - from) / 60));

/** What to read for a window: as it stands or, while it moves, a little more, so that it lasts for a while. */
export function readWindow(window: Window): { readonly from: number; readonly to: number } {
  if (!window.isLive) return { from: window.from, to: window.to };
  const every = readEveryMs(window);
  const begun = (moment: number) => Math.floor(moment / every) * every;
  return { from: begun(window.from), to: begun(window.to) + 2 * every };
}
