import { type DataRequest, shownKeysAtMost } from "@heliograph/contract";
import type { AnswerPiece, DataPiece } from "../dashboard-data/index.ts";

type Latest = Extract<AnswerPiece, { is: "latest" }>;

/**
 * A table of all keys shows the first of them, over all its devices: the others are not told, either [DSH6]. Which these are
 * is known when the question is answered, so its values are held until then; of each device no more than can be shown.
 */
export async function* onlyShownKeys(
  pieces: AsyncIterable<DataPiece>,
  { queries }: Pick<DataRequest, "queries">,
): AsyncGenerator<DataPiece> {
  const held = new Map<string, Latest[]>();
  for await (const piece of pieces) {
    if (piece.is === "answer" && piece.piece.is === "latest" && isOfAllKeys(queries[piece.query]))
      hold(held, piece.query, firstOf(piece.piece));
    else {
      if (piece.is === "done" || piece.is === "problem") yield* released(piece.query, held);
      yield piece;
    }
  }
}

const isOfAllKeys = (query: DataRequest["queries"][string] | undefined): boolean =>
  query?.kind === "LATEST" && query.keys === undefined;

const firstKeys = (keys: Iterable<string>): readonly string[] => [...keys].sort().slice(0, shownKeysAtMost);

const firstOf = (piece: Latest): Latest => withKeys(piece, new Set(firstKeys(piece.samples.keys())));

function hold(held: Map<string, Latest[]>, query: string, piece: Latest): void {
  const pieces = held.get(query);
  if (pieces) pieces.push(piece);
  else held.set(query, [piece]);
}

function* released(query: string, held: Map<string, Latest[]>): Generator<DataPiece> {
  const pieces = held.get(query) ?? [];
  held.delete(query);
  const shown = new Set(firstKeys(new Set(pieces.flatMap(({ samples }) => [...samples.keys()]))));
  for (const piece of pieces) yield { is: "answer", query, piece: withKeys(piece, shown) };
}

const withKeys = (piece: Latest, shown: ReadonlySet<string>): Latest => ({
  ...piece,
  samples: new Map([...piece.samples].filter(([key]) => shown.has(key))),
});
