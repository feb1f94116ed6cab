import { Readable } from "node:stream";
import { longWork, PieceTime } from "../../kernel/long-work-queue.ts";

/** Characters that are made in one turn of the event loop, and sent with one write. */
const pieceLength = 64 * 1024;

/**
 * Text that is sent as it is made, as fast as it is taken, a piece per turn: a long answer stands in line with the other
 * long ones [API11]. The first piece is made before the stream is handed over, so that a failure until then is an
 * ordinary error. A later one breaks the connection off: the body never ends as if it were complete [API5].
 */
export async function streamedText(parts: AsyncIterable<string>): Promise<Readable> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = await gathered(iterator);
  return Readable.from(resumed(first, iterator), { objectMode: false, highWaterMark: pieceLength });
}

interface Piece {
  readonly text: string;
  readonly isLast: boolean;
}

async function* resumed(first: Piece, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield first.text;
    for (let piece = first; !piece.isLast; ) {
      await longWork.nextPiece();
      piece = await gathered(rest);
      yield piece.text;
    }
  } finally {
    await rest.return?.();
  }
}

/** Thousands of short parts, such as a line per key, become one piece, unless they are much work. */
async function gathered(parts: AsyncIterator<string>): Promise<Piece> {
  const piece = new PieceTime();
  let text = "";
  while (text === "" || (text.length < pieceLength && !piece.isUp)) {
    const step = await parts.next();
    if (step.done) return { text, isLast: true };
    text += step.value;
  }
  return { text, isLast: false };
}
