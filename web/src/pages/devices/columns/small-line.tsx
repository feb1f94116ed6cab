import type { ShownChannel } from "../../../channels/use-channels.ts";
import { drawable } from "../../../format/number.ts";
import type { SmallLine as Line, PageValues } from "../values/row-values.ts";

const [width, height, pad] = [128, 26, 2];

interface SmallLineProps {
  readonly line: Line;
  readonly span: PageValues["span"];
  readonly channel: ShownChannel;
  /** The range that all lines of the column share, so that they can be compared. */
  readonly range: readonly [low: number, high: number] | undefined;
}

/** A day of one channel; the limit is drawn, and what is beyond it in its colour. */
export function SmallLine({ line, span, channel, range }: SmallLineProps) {
  const points = line.values.flatMap((value, at) => {
    const number = drawable(value);
    return number === undefined ? [] : [{ ts: line.times[at] ?? 0, number }];
  });
  if (points.length === 0) return null;
  const limit = channel.limits?.alarmAbove ?? channel.limits?.warnAbove;
  const [low, high] = range ?? extentOf(points.map(({ number }) => number));
  const x = (ts: number) => ((ts - span.from) / (span.to - span.from)) * width;
  const y = (value: number) => pad + (1 - (high === low ? 0.5 : (value - low) / (high - low))) * (height - 2 * pad);
  const path = points
    .map(({ ts, number }, at) => `${at ? "L" : "M"}${x(ts).toFixed(1)} ${y(number).toFixed(1)}`)
    .join("");
  const [first, last] = [points[0], points.at(-1)];
  const limitAt = limit !== undefined && limit >= low && limit <= high ? y(limit) : undefined;
  return (
    <svg className="small-line" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {first && last && (
        <path className="area" d={`${path}L${x(last.ts).toFixed(1)} ${height}L${x(first.ts).toFixed(1)} ${height}Z`} />
      )}
      {limitAt !== undefined && <path className="limit" d={`M0 ${limitAt.toFixed(1)}H${width}`} />}
      <path d={path} />
      {limit !== undefined && limitAt !== undefined && <path className="beyond" d={beyondPath(points, limit, x, y)} />}
    </svg>
  );
}

interface Point {
  readonly ts: number;
  readonly number: number;
}

/** The parts of a line above a limit. */
function beyondPath(
  points: readonly Point[],
  limit: number,
  x: (ts: number) => number,
  y: (value: number) => number,
): string {
  let [path, isDown] = ["", false];
  for (const { ts, number } of points) {
    if (number <= limit) isDown = false;
    else {
      path += `${isDown ? "L" : "M"}${x(ts).toFixed(1)} ${y(number).toFixed(1)}`;
      isDown = true;
    }
  }
  return path;
}

const extentOf = (numbers: readonly number[]): readonly [low: number, high: number] => [
  numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY),
  numbers.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY),
];
