// A picture drawn from shapes, as a PNG: transparent where nothing is, so that it fits light and dark pages.
import { crc32, deflateSync } from "node:zlib";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a point is from the line of a shape, in pixels. */
type Shape = (point: Point) => number;

export interface Stroke {
  readonly shape: Shape;
  /** Half of how thick the line is; a filled shape has 0. */
  readonly half: number;
  /** Red, green, blue, and how much of it: 0 to 255 each. */
  readonly colour: readonly [red: number, green: number, blue: number, alpha: number];
}

export const line = (from: Point, to: Point): Shape => {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squared = dx * dx + dy * dy;
  return ({ x, y }) => {
    const share = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / squared));
    return Math.hypot(x - from.x - dx * share, y - from.y - dy * share);
  };
};

export const circle =
  (middle: Point, radius: number): Shape =>
  ({ x, y }) =>
    Math.abs(Math.hypot(x - middle.x, y - middle.y) - radius);

/** Three corners; inside it nothing is far. */
export const triangle = (a: Point, b: Point, c: Point): Shape => {
  const edges = [line(a, b), line(b, c), line(c, a)];
  const side = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  return (point) => {
    const sides = [side(a, b, point), side(b, c, point), side(c, a, point)];
    const isInside = sides.every((one) => one >= 0) || sides.every((one) => one <= 0);
    return isInside ? 0 : Math.min(...edges.map((edge) => edge(point)));
  };
};

/** As a data URL. */
export function picture(width: number, height: number, strokes: readonly Stroke[]): string {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set(pixel({ x, y }, strokes), y * (1 + width * 4) + 1 + x * 4);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6], 8); // eight bits each of red, green, blue and alpha
  const chunks = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return `data:image/png;base64,${Buffer.concat([signature, ...chunks]).toString("base64")}`;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** The last stroke that reaches a pixel wins; edges are soft. */
function pixel(point: Point, strokes: readonly Stroke[]): readonly number[] {
  for (const { shape, half, colour } of strokes) {
    const covered = Math.max(0, Math.min(1, half + 0.5 - shape(point)));
    if (covered > 0) return [colour[0], colour[1], colour[2], Math.round(colour[3] * covered)];
  }
  return [0, 0, 0, 0];
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
