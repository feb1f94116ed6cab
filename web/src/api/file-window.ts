/** So many are read and drawn at once; the others are a step away. */
export const filesAtOnce = 2_000;

export interface FileWindowBounds {
  readonly total: number;
  /** Counted from the oldest file, the end not included. */
  readonly start: number;
  readonly end: number;
  /** The pages of the API that hold them, each of `filesAtOnce`, counted from the oldest. */
  readonly pages: readonly number[];
  /** How many windows there are behind this one, and before it. */
  readonly back: number;
  readonly hasOlder: boolean;
}

/** The window so many steps back from the newest files: windows are counted from the end, pages from the beginning. */
export function windowBounds(total: number, wantedBack: number): FileWindowBounds {
  const mostBack = Math.max(0, Math.ceil(total / filesAtOnce) - 1);
  const back = Math.min(wantedBack, mostBack);
  const end = total - back * filesAtOnce;
  const start = Math.max(0, end - filesAtOnce);
  const [first, last] = [Math.floor(start / filesAtOnce), Math.floor(Math.max(start, end - 1) / filesAtOnce)];
  return { total, start, end, pages: first === last ? [first] : [first, last], back, hasOlder: start > 0 };
}
