import type { ShownTime } from "../../../time-range/shown-time.ts";
import { type Before, otherLineOf } from "./line-ids.ts";
import { mostKeys, readEveryMs, type TelemetrySearch } from "./telemetry-search.ts";

/** A channel of a device, as one line of the chart. */
export interface ComparedLine {
  /** As the address has it: the key, with the device before it where it is another one. */
  readonly id: string;
  readonly deviceId: string;
  readonly key: string;
  /** What was so long before stands where the others are now. */
  readonly shiftMs: number;
}

/** A channel of a file of the device. */
export interface FileLine {
  readonly id: string;
  readonly index: number;
  readonly tag: string;
  readonly name: string;
}

const dayMs = 86_400_000;
const beforeDays = { day: 1, week: 7, month: 28 } as const;

export const beforeMsOf = (before: Before, window: ShownTime): number =>
  before === "period" ? lengthOf(window) : beforeDays[before] * dayMs;

/** What is rounded to a unit stands still until the next one begins. */
const goesOn = (moment: string): boolean => moment.startsWith("now") && !moment.includes("/");

/** Both ends of it go with the clock, or neither does. */
const isAsLongAsEver = ({ expression: [from, to] }: ShownTime): boolean => goesOn(from) === goesOn(to);

/** Of what grows with the clock in whole steps, as it is read: else each second had another time before it. */
function lengthOf(window: ShownTime): number {
  const length = window.to - window.from;
  if (!window.isLive || isAsLongAsEver(window)) return Math.round(length);
  const every = readEveryMs(window);
  return Math.ceil(length / every) * every;
}

const shiftOf = /^(-?\d{1,13})\/(.+)$/s;

function shiftsIn({ shifts = [] }: TelemetrySearch): ReadonlyMap<string, number> {
  return new Map(
    shifts.flatMap((text) => {
      const [, ms, id] = shiftOf.exec(text) ?? [];
      return ms === undefined || id === undefined || Number(ms) === 0 ? [] : [[id, Number(ms)] as const];
    }),
  );
}

/** The same with one line moved. */
export function shifted(search: TelemetrySearch, id: string, ms: number): TelemetrySearch {
  const { shifts: _, ...others } = search;
  const moved = new Map(shiftsIn(search)).set(id, ms);
  const shifts = [...moved].filter(([, by]) => by !== 0).map(([line, by]) => `${by}/${line}`);
  return { ...others, ...(shifts.length > 0 && { shifts }) };
}

/** All channels that are drawn, those of the page's device first. */
export function comparedLines(deviceId: string, search: TelemetrySearch): readonly ComparedLine[] {
  const shifts = shiftsIn(search);
  const own = (search.keys ?? []).map((key) => ({ id: key, deviceId, key }));
  const others = (search.others ?? []).flatMap((id) => {
    const line = otherLineOf(id);
    return line ? [{ id, ...line }] : [];
  });
  return [...own, ...others].map((line) => ({ ...line, shiftMs: shifts.get(line.id) ?? 0 }));
}

export const fileLineId = ({ index, tag, name }: Omit<FileLine, "id">): string =>
  [index, encodeURIComponent(tag), name].join("/");

export function fileLines({ files = [] }: TelemetrySearch): readonly FileLine[] {
  return files.flatMap((id) => {
    const [, index, tag, name] = /^(\d{1,5})\/([^/]*)\/(.+)$/s.exec(id) ?? [];
    if (index === undefined || tag === undefined || name === undefined) return [];
    return [{ id, index: Number(index), tag: decoded(tag), name }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
}

/** How many more lines there is room for. */
export const roomLeft = ({ keys = [], others = [], files = [] }: TelemetrySearch): number =>
  Math.max(0, mostKeys - keys.length - others.length - files.length);

/** One part of what is drawn, chosen otherwise; a line that is gone takes its shift along. */
export function withLines(
  search: TelemetrySearch,
  part: "keys" | "others" | "files",
  chosen: readonly string[],
): TelemetrySearch {
  const { [part]: _, shifts: __, ...rest } = search;
  const next = { ...rest, ...(chosen.length > 0 && { [part]: chosen }) } as TelemetrySearch;
  const left = new Set([...(next.keys ?? []), ...(next.others ?? [])]);
  const shifts = (search.shifts ?? []).filter((text) => left.has(text.slice(text.indexOf("/") + 1)));
  return { ...next, ...(shifts.length > 0 && { shifts }) };
}

/** The devices beside the page's own, in the order they came. */
export const otherDevices = ({ others = [] }: TelemetrySearch): readonly string[] => [
  ...new Set(others.flatMap((id) => otherLineOf(id)?.deviceId ?? [])),
];

/** What is read together: channels of one device, moved by the same time. */
export interface ReadTogether {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly shiftMs: number;
  /** What is beneath the lines. */
  readonly isBefore?: true;
}

export function readTogether(lines: readonly ComparedLine[], earlierMs = 0): readonly ReadTogether[] {
  const groups = Map.groupBy(lines, ({ deviceId, shiftMs }) => `${deviceId} ${shiftMs}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { deviceId, shiftMs } = first;
    const keys = group.map(({ key }) => key);
    return [{ deviceId, keys, shiftMs: shiftMs + earlierMs, ...(earlierMs !== 0 && { isBefore: true as const }) }];
  });
}
