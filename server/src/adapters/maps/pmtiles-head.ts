import type { MapFile } from "@heliograph/contract";

/** The fixed part at the begin of a PMTiles file, version 3. */
export const headBytes = 127;

/** What pages and we can unpack: unknown (as it is), none, gzip. */
const readableCompressions: ReadonlySet<number> = new Set([0, 1, 2]);
const gzip = 2;

const tileForms: Readonly<Record<number, MapFile["tiles"]>> = { 1: "mvt", 2: "png", 3: "jpeg", 4: "webp", 5: "avif" };

export interface PmtilesHead extends Pick<MapFile, "tiles" | "minZoom" | "maxZoom" | "bounds"> {
  readonly metadata: { readonly start: number; readonly length: number; readonly isPacked: boolean };
}

/** What the head says; a text where the file is none that can be shown, for the operator. */
export function pmtilesHead(head: Buffer, size: number): PmtilesHead | string {
  if (head.length < headBytes || head.toString("latin1", 0, 7) !== "PMTiles") return "it is no PMTiles file";
  if (head.readUInt8(7) !== 3) return `it has version ${head.readUInt8(7)} of the format, not 3`;
  const packed = [97, 98].map((at) => head.readUInt8(at));
  if (!packed.every((one) => readableCompressions.has(one))) return "it is compressed by something else than gzip";
  const tiles = tileForms[head.readUInt8(99)];
  if (!tiles) return "its tiles are neither vector tiles (MVT) nor pictures";
  const [minZoom, maxZoom] = [head.readUInt8(100), head.readUInt8(101)];
  if (minZoom > maxZoom || maxZoom > 30) return "its zoom levels are none";
  if (!partsOf(head).every(({ start, length }) => start + length <= size)) return "it is shorter than it should be";
  const [, metadata = { start: 0, length: 0 }] = partsOf(head);
  return { tiles, minZoom, maxZoom, bounds: boundsOf(head), metadata: { ...metadata, isPacked: packed[0] === gzip } };
}

/** The root directory, what is told of the map, the other directories, the tiles. */
const partsOf = (head: Buffer) =>
  [8, 24, 40, 56].map((at) => ({
    start: Number(head.readBigUInt64LE(at)),
    length: Number(head.readBigUInt64LE(at + 8)),
  }));

function boundsOf(head: Buffer): MapFile["bounds"] {
  const degrees = (at: number, most: number) => Math.min(most, Math.max(-most, head.readInt32LE(at) / 1e7));
  return { west: degrees(102, 180), south: degrees(106, 90), east: degrees(110, 180), north: degrees(114, 90) };
}

const [textAtMost, layersAtMost] = [1_000, 200];

/** Whom to name, and what the layers are called; anything else that stands there is nobody's business. */
export function toldByMetadata(metadata: unknown): Pick<MapFile, "attribution" | "layers"> {
  const { attribution, vector_layers: layers } = Object(metadata) as Record<string, unknown>;
  return {
    attribution: typeof attribution === "string" ? plainText(attribution).slice(0, textAtMost) : "",
    layers: (Array.isArray(layers) ? layers : [])
      .map((one: unknown) => (Object(one) as Record<string, unknown>)["id"])
      .filter((id) => typeof id === "string" && id.length <= textAtMost)
      .slice(0, layersAtMost) as string[],
  };
}

const entities: Readonly<Record<string, string>> = {
  "&copy;": "©",
  "&amp;": "&",
  "&nbsp;": " ",
  "&lt;": "<",
  "&gt;": ">",
};

/** Attributions are often HTML; pages show them as text. */
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity)
    .trim();
