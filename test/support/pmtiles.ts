/** A tile of a map: zoom, column, row. */
export interface TestTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Buffer;
}

interface Told {
  /** 1 are vector tiles, 2 PNG pictures. */
  readonly tileType?: number;
  readonly metadata?: object;
}

const headBytes = 127;

/** A PMTiles file (version 3) of a few tiles, nothing in it compressed. */
export function pmtilesOf(tiles: readonly TestTile[], { tileType = 1, metadata = {} }: Told = {}): Buffer {
  const placed = tiles.map((tile) => ({ ...tile, id: tileId(tile) })).sort((a, b) => a.id - b.id);
  const directory = directoryOf(placed);
  const told = Buffer.from(JSON.stringify(metadata));
  const data = Buffer.concat(placed.map(({ bytes }) => bytes));
  const parts = [directory, told, Buffer.alloc(0), data];
  const head = Buffer.alloc(headBytes);
  head.write("PMTiles\x03", "latin1");
  parts.reduce((start, part, at) => {
    head.writeBigUInt64LE(BigInt(start), 8 + 16 * at);
    head.writeBigUInt64LE(BigInt(part.length), 16 + 16 * at);
    return start + part.length;
  }, headBytes);
  for (const at of [72, 80, 88]) head.writeBigUInt64LE(BigInt(placed.length), at);
  const zooms = placed.map(({ z }) => z);
  head.set([1, 1, 1, tileType, Math.min(...zooms), Math.max(...zooms)], 96);
  [-180, -85, 180, 85].forEach((degrees, at) => {
    head.writeInt32LE(degrees * 1e7, 102 + 4 * at);
  });
  return Buffer.concat([head, ...parts]);
}

/** Four columns of numbers: ids as steps, how many tiles one is, lengths, places. */
function directoryOf(tiles: readonly { readonly id: number; readonly bytes: Buffer }[]): Buffer {
  const steps = tiles.map(({ id }, at) => id - (tiles[at - 1]?.id ?? 0));
  const places = tiles.map((_, at) => (at === 0 ? 1 : 0)); // 0 is: right behind the one before
  return varints([tiles.length, ...steps, ...tiles.map(() => 1), ...tiles.map(({ bytes }) => bytes.length), ...places]);
}

/** Its number on the curve through all tiles of its zoom, behind those of all zooms before. */
function tileId({ z, x, y }: TestTile): number {
  let [id, column, row] = [(4 ** z - 1) / 3, x, y];
  for (let size = 2 ** (z - 1); size >= 1; size /= 2) {
    const [right, low] = [column & size ? 1 : 0, row & size ? 1 : 0];
    id += size * size * ((3 * right) ^ low);
    if (low === 0) {
      if (right === 1) [column, row] = [2 * size - 1 - (column % (2 * size)), 2 * size - 1 - (row % (2 * size))];
      [column, row] = [row, column];
    }
  }
  return id;
}

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];

const varints = (values: readonly number[]): Buffer => Buffer.from(values.flatMap(varint));

const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([varints([number * 8 + 2, bytes.length]), bytes]);

/** A vector tile: of each layer one rectangle, in shares of the tile. */
export function vectorTile(
  layers: Readonly<Record<string, readonly [left: number, top: number, size: number]>>,
): Buffer {
  return Buffer.concat(Object.entries(layers).map(([name, rectangle]) => field(3, layerOf(name, rectangle))));
}

const extent = 4_096;

function layerOf(name: string, [left, top, size]: readonly [number, number, number]): Buffer {
  const zigzag = (value: number) => varint(value >= 0 ? 2 * value : -2 * value - 1);
  const [x, y, side] = [left, top, size].map((share) => Math.round(share * extent)) as [number, number, number];
  const corners = [x, y, side, 0, 0, side, -side, 0].map(zigzag);
  const moves = [[9], corners.slice(0, 2).flat(), [26], corners.slice(2).flat(), [15]].flat();
  const feature = Buffer.concat([varints([3 * 8, 3]), field(4, Buffer.from(moves))]);
  return Buffer.concat([
    field(1, Buffer.from(name)),
    field(2, feature),
    varints([5 * 8, extent]),
    varints([15 * 8, 2]),
  ]);
}
