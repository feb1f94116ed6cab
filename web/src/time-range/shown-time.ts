import { isKnownZone, parseMoment, resolveMoment } from "@heliograph/contract/moments";

/** What the address says about the time: moments such as `now-6h`, `now/d`, or Unix milliseconds. */
export interface TimeChoice {
  readonly from?: string;
  readonly to?: string;
}

/** What counts until somebody chooses. */
export interface OwnTime {
  readonly from: string;
  readonly to: string;
  readonly zone?: string;
  /** Whether it goes on with the clock; without, it does. */
  readonly live?: boolean;
}

/** Routers read numbers as numbers. */
function momentText(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && parseMoment(text) ? text : undefined;
}

/** For addresses: a text of digits would be written in quotes there, so that it is no number. */
export function withPlainTimes({ from, to, ...others }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const plain = (value: unknown) => (typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value);
  return { ...others, from: plain(from), to: plain(to) };
}

export interface ShownTime {
  readonly from: number;
  readonly to: number;
  /** Goes on with the clock. */
  readonly isLive: boolean;
  /** As it is written, for words. */
  readonly expression: readonly [from: string, to: string];
}

/** Points are a millisecond apart at least: in less there is nothing to see. */
const shortest = 10;

/** Calendars of people end somewhere, and those of browsers a little later with an error. */
const farthest = Date.UTC(9_999, 0);
const within = (ms: number, otherwise: number): number =>
  Number.isNaN(ms) ? otherwise : Math.min(farthest, Math.max(-farthest, ms));

/** The zone it has; none where this browser does not know it. */
export const zoneOf = ({ zone }: Pick<OwnTime, "zone">): string | undefined =>
  zone !== undefined && isKnownZone(zone) ? zone : undefined;

/**
 * The time a page shows: that of the address, else that of the dashboard. An address whose time is none, or ends before it begins,
 * was cut or typed: nobody is shown ten milliseconds of nothing for it.
 */
export function shownTime(choice: TimeChoice, time: OwnTime, now: number, zone: string): ShownTime {
  const clocks = zoneOf(time) ?? zone;
  const at = (text: string): number => {
    const moment = parseMoment(text);
    return moment ? within(resolveMoment(moment, now, clocks), now) : Number.NaN;
  };
  const chosen = [choice.from ?? time.from, choice.to ?? time.to] as const;
  const isUsable = at(chosen[0]) < at(chosen[1]);
  const [from, to] = isUsable ? chosen : ([time.from, time.to] as const);
  const begin = within(at(from), now);
  return {
    from: begin,
    to: Math.max(within(at(to), now), begin + shortest),
    isLive: to.startsWith("now") && ((isUsable && choice.from !== undefined) || (time.live ?? true)),
    expression: [from, to],
  };
}

/** Whether something lies between two moments, by the clocks of a zone. */
export function isForwards(from: string, to: string, now: number, zone: string): boolean {
  const [begin, end] = [parseMoment(from), parseMoment(to)];
  return !!begin && !!end && resolveMoment(begin, now, zone) < resolveMoment(end, now, zone);
}

/** Twice as long around the same middle. */
export function wider({ from, to }: Pick<ShownTime, "from" | "to">): TimeChoice {
  const half = Math.ceil((to - from) / 2);
  return fixed(from - half, to + half);
}

/** Half as long, as long as there is a middle. */
export function narrower({ from, to }: Pick<ShownTime, "from" | "to">): TimeChoice {
  const quarter = Math.floor((to - from) / 4);
  return fixed(from + quarter, to - quarter);
}

/** The time before (-1) or after (1), as long as this one. */
export const beside = ({ from, to }: Pick<ShownTime, "from" | "to">, direction: -1 | 1) =>
  fixed(from + (to - from) * direction, to + (to - from) * direction);

/** Never so short that there is nothing to see. */
export function fixed(from: number, to: number): TimeChoice {
  const missing = Math.max(0, shortest - (Math.round(to) - Math.round(from)));
  const begin = Math.round(from) - Math.ceil(missing / 2);
  return { from: String(begin), to: String(Math.max(Math.round(to), begin + shortest)) };
}

/** Whether two addresses show the same time. */
export const isSameTime = (a: TimeChoice, b: TimeChoice, own: Pick<OwnTime, "from" | "to">): boolean =>
  (a.from ?? own.from) === (b.from ?? own.from) && (a.to ?? own.to) === (b.to ?? own.to);

/** The same address with another time. */
export function timed<Search extends TimeChoice>(
  search: Search,
  time: TimeChoice,
): Omit<Search, "from" | "to"> & TimeChoice {
  const { from: _, to: __, ...others } = search;
  return { ...others, ...time };
}

/** Both moments of an address, where both are some. */
export function timeChoiceOf(search: { readonly from?: unknown; readonly to?: unknown }): TimeChoice {
  const [from, to] = [momentText(search.from), momentText(search.to)];
  return from === undefined || to === undefined ? {} : { from, to };
}

/** A page that moves with the clock is read again after so long: about a pixel, neither frantic nor asleep. */
export const readEveryMs = ({ from, to }: Pick<ShownTime, "from" | "to">): number =>
  Math.min(60_000, Math.max(5_000, (to - from) / 1_000));
