import type { NewBlock } from "../storage/block-row.ts";

/** What a store of points holds, in the order in which it is copied: what is named before what names it. */
export const stages = ["devices", "series", "blocks", "entries"] as const;
export type Stage = (typeof stages)[number];

export interface CopiedDevice {
  readonly id: number;
  readonly name: string;
}

export interface CopiedSeries {
  readonly id: number;
  /** Empty when it is missing: the number must not stand for anything else all the same. */
  readonly device: string;
  readonly key: Uint8Array;
}

interface CopiedBlock extends NewBlock {
  readonly id: number;
}

/** An entry of the log. What is damaged is copied as it is, and known as damaged wherever it comes to [REL5]. */
export interface CopiedEntry {
  readonly id: number;
  readonly frame: Uint8Array;
  readonly isIntact: boolean;
}

/** Some rows of one kind, in the order of their numbers. */
export type Portion =
  | { readonly stage: "devices"; readonly rows: readonly CopiedDevice[] }
  | { readonly stage: "series"; readonly rows: readonly CopiedSeries[] }
  | { readonly stage: "blocks"; readonly rows: readonly CopiedBlock[] }
  | { readonly stage: "entries"; readonly rows: readonly CopiedEntry[] };

/** How far a copy is: everything of earlier stages, and of this one up to a number of the source. */
export interface Cursor {
  readonly stage: Stage;
  readonly after: number;
}

export const beginning: Cursor = { stage: "devices", after: Number.MIN_SAFE_INTEGER };

/** Numbers of the log may be negative: what was found damaged and set aside has such. */
export const cursorAfter = ({ stage, rows }: Portion): Cursor => ({
  stage,
  after: rows.at(-1)?.id ?? Number.MIN_SAFE_INTEGER,
});

/** What is known of a store besides its rows. */
export interface PointsNotes {
  readonly positions: readonly { readonly name: "last" | "blocks" | "followed"; readonly position: number }[];
  readonly installation: string | undefined;
  readonly beat: number;
}

/** A store of points that nobody writes to, or as of one moment. */
export interface PointsSource {
  next(cursor: Cursor): Promise<Portion>;
  notes(): Promise<PointsNotes>;
  counts(): Promise<Readonly<Record<Stage, number>>>;
}

/** Everything after a cursor, portion by portion. */
export async function* portionsOf(source: PointsSource, from: Cursor = beginning): AsyncGenerator<Portion> {
  for (const stage of stages.slice(stages.indexOf(from.stage))) {
    let cursor = stage === from.stage ? from : { stage, after: Number.MIN_SAFE_INTEGER };
    for (;;) {
      const portion = await source.next(cursor);
      if (portion.rows.length === 0) break;
      yield portion;
      cursor = cursorAfter(portion);
    }
  }
}

const knownPositions = ["last", "blocks", "followed"] as const;

/** Positions of consumers that this version does not know are nobody's. */
export function positionsIn(rows: readonly Readonly<Record<string, unknown>>[]): PointsNotes["positions"] {
  return rows.flatMap((row) => {
    const name = knownPositions.find((known) => known === row["name"]);
    return name === undefined ? [] : [{ name, position: Number(row["position"]) }];
  });
}
