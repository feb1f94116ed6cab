export type Range = [from: number, to: number];

/** In seconds: nobody looks closer at a chart of time, nor further. */
const shortest = 0.01;
const longest = 100 * 366 * 86_400;

/** Closer by a factor; what lies at a share of the width stays there. */
export function zoomedAt([from, to]: Range, share: number, factor: number): Range {
  const span = Math.min(longest, Math.max(shortest, (to - from) / factor));
  const begin = from + (to - from) * share - span * share;
  return [begin, begin + span];
}

/** Two fingers: where the middle between them is, as a share of the width, and how far they are apart. */
export interface Pinch {
  readonly middle: number;
  readonly apart: number;
}

/** What lay between two fingers lies between them still. */
export function pinchedTo(range: Range, start: Pinch, now: Pinch): Range {
  const [from, to] = zoomedAt(range, start.middle, start.apart > 0 && now.apart > 0 ? now.apart / start.apart : 1);
  const shift = (start.middle - now.middle) * (to - from);
  return [from + shift, to + shift];
}
