/** Who a line is, and the place among the colours it would have if nobody had it. */
export interface Series {
  readonly id: string;
  readonly place: number;
}

/** Told apart also by eyes that see no red, no green or no blue; none is close to a colour that means severity. */
const lightColours = ["#0b6482", "#c95ab9", "#2b9c3b", "#5c1f91", "#2a2e22", "#9d7b8d", "#738f6b", "#5e1148"];
const darkColours = ["#5cc2e3", "#d356b0", "#bcf9b8", "#5771ea", "#4f8a29", "#43f8e4", "#94a486", "#937b89"];
const count = lightColours.length;
/** Beyond these colours lines are dashed, then dotted. */
const patterns = [undefined, [8, 5], [2, 3]];
const places = count * patterns.length;
const rememberedAtMost = 10_000;

/** What each series has had since the page was opened: the same in all charts, whoever comes or goes. */
const remembered = new Map<string, number>();

/** The places whose colours lines have that were given one. */
export const placesWith = (colours: readonly string[], isDark: boolean): readonly number[] =>
  [...lightColours.keys()].filter((place) => colours.some((one) => one.toLowerCase() === colourAt(place, isDark)));

/** The place of each series: what it had before, else its own, else the next one that is free in this chart. */
export function placesOf(
  series: readonly Series[],
  known: Map<string, number> = remembered,
  given: readonly number[] = [],
): number[] {
  if (known.size > rememberedAtMost) known.clear();
  const taken = new Set<number>(given);
  const take = (id: string, place: number) => {
    known.set(id, place);
    taken.add(place);
  };
  const fresh: Series[] = [];
  for (const one of new Map(series.map((each) => [each.id, each])).values()) {
    const before = known.get(one.id);
    if (before === undefined || taken.has(before)) fresh.push(one);
    else taken.add(before);
  }
  const crowded = fresh.filter(({ id, place }) => {
    const own = place % count;
    if (taken.has(own)) return true;
    take(id, own);
    return false;
  });
  for (const { id, place } of crowded) take(id, freeFrom(place % count, taken));
  return series.map(({ id }) => known.get(id) ?? 0);
}

/** Colours before patterns; where all are taken, one is there twice. */
function freeFrom(own: number, taken: ReadonlySet<number>): number {
  for (let step = 0; step < places; step++) {
    const place = Math.floor(step / count) * count + ((own + step) % count);
    if (!taken.has(place)) return place;
  }
  return own;
}

export const colourAt = (place: number, isDark: boolean): string =>
  (isDark ? darkColours : lightColours)[place % count] ?? "#888";

export const patternAt = (place: number): number[] | undefined => patterns[Math.floor(place / count)];

/** Devices of a fleet are numbered: P-03 has the third colour, also when P-02 is gone. Others by what they are called. */
export function placeOfName(name: string): number {
  const number = /(\d{1,6})\D*$/.exec(name)?.[1];
  if (number !== undefined) return Math.max(0, Number(number) - 1);
  return [...name].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);
}
