import { type ContentSums, pieceBytes } from "./content-sums.ts";

const polynomial = 0xed_b8_83_20;
const bits = 32;

/** The remainder of what was shifted by one bit more: how a CRC changes when zeros follow. */
const oneZeroBit = Uint32Array.from({ length: bits }, (_, bit) => (bit === 0 ? polynomial : (1 << (bit - 1)) >>> 0));

function times(matrix: Uint32Array, vector: number): number {
  let sum = 0;
  for (let bit = 0; vector >>> bit !== 0 && bit < bits; bit++) {
    if ((vector >>> bit) & 1) sum ^= matrix[bit] ?? 0;
  }
  return sum >>> 0;
}

const squared = (matrix: Uint32Array): Uint32Array => matrix.map((column) => times(matrix, column));

/** Shifts a CRC by `zeros` bytes, by repeated squaring. */
function shifted(crc: number, zeros: number): number {
  let matrix = squared(squared(squared(oneZeroBit)));
  let result = crc;
  for (let left = zeros; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(matrix, result);
    matrix = squared(matrix);
  }
  return result;
}

let byOnePiece: Uint32Array | undefined;

/** Columns: what becomes of each bit of a CRC when a whole piece follows. */
function pieceMatrix(): Uint32Array {
  byOnePiece ??= Uint32Array.from({ length: bits }, (_, bit) => shifted((1 << bit) >>> 0, pieceBytes));
  return byOnePiece;
}

/** The CRC-32 of the whole content, from those of its pieces: an archive needs it and need not compute it again. */
export function crcOfPieces({ size, crcs }: ContentSums): number {
  const lastBytes = size % pieceBytes;
  let crc = 0;
  for (const [index, piece] of crcs.entries()) {
    const isShort = index === crcs.length - 1 && lastBytes !== 0;
    crc = ((isShort ? shifted(crc, lastBytes) : times(pieceMatrix(), crc)) ^ piece) >>> 0;
  }
  return crc;
}
