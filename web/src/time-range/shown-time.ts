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
export function momentText(value: unknown): string | undefined {
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

const shortest = 1_000;

/** The zone it has; none where this browser does not know it. */
export const zoneOf = ({ zone }: Pick<OwnTime, "zone">): string | undefined =>
  zone !== undefined && isKnownZone(zone) ? zone : undefined;

/** The time a page shows: that of the address, else that of the dashboard. It never ends before it begins. */
export function shownTime(choice: TimeChoice, time: OwnTime, now: number, zone: string): ShownTime {
  const [from, to] = [choice.from ?? time.from, choice.to ?? time.to];
  const clocks = zoneOf(time) ?? zone;
  const at = (text: string): number => {
    const moment = parseMoment(text);
    return moment ? resolveMoment(moment, now, clocks) : now;
  };
  const [begin, end] = [at(from), at(to)];
  const isRelative = to.startsWith("now");
  return {
    from: begin,
    to: Math.max(end, begin + shortest),
    isLive: isRelative && (choice.from !== undefined || (time.live ?? true)),
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

/** The time before (-1) or after (1), as long as this one. */
export const beside = ({ from, to }: Pick<ShownTime, "from" | "to">, direction: -1 | 1) =>
  fixed(from + (to - from) * direction, to + (to - from) * direction);

export const fixed = (from: number, to: number): TimeChoice => ({
  from: String(Math.round(from)),
  to: String(Math.round(to)),
});

/** A page that moves with the clock is read again after so long: about a pixel, neither frantic nor asleep. */
export const readEveryMs = ({ from, to }: Pick<ShownTime, "from" | "to">): number =>
  Math.min(60_000, Math.max(5_000, (to - from) / 1_000));
