import { drawable } from "../format/number.ts";
import { dotsOn, sparklinePath } from "./sparkline-path.ts";

const [width, height] = [120, 28];

interface SparklineProps {
  readonly points: readonly { readonly ts: number; readonly value: unknown }[];
  /** The time that the whole width stands for, else that of the points: minutes are not drawn as if they were an hour. */
  readonly span?: { readonly from: number; readonly to: number } | undefined;
}

/** So few are marked: two of the same minute are no line that anybody sees. */
const fewPoints = 6;

/** A line without axes: the shape of the last hour. The space is there before the data is. */
export function Sparkline({ points, span }: SparklineProps) {
  const drawn = points.flatMap(({ ts, value }) => {
    const number = drawable(value);
    return number === undefined ? [] : [{ ts, number }];
  });
  const path = sparklinePath(
    drawn.map(({ ts }) => ts),
    drawn.map(({ number }) => number),
    width,
    height - 4,
    span,
  );
  return (
    <svg className="sparkline" viewBox={`0 -2 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {drawn.length > 1 && <path className="area" d={`${path}V${height}H${path.slice(1).split(" ", 1)[0]}Z`} />}
      {drawn.length > 1 && <path d={path} />}
      {drawn.length <= fewPoints && <path className="dot" d={dotsOn(path)} />}
    </svg>
  );
}
