import { drawable } from "../format/number.ts";
import { sparklinePath } from "./sparkline-path.ts";

const [width, height] = [120, 28];

/** A line without axes: the shape of the last hour. The space is there before the data is. */
export function Sparkline({ points }: { readonly points: readonly { ts: number; value: unknown }[] }) {
  const drawn = points.flatMap(({ ts, value }) => {
    const number = drawable(value);
    return number === undefined ? [] : [{ ts, number }];
  });
  const path = sparklinePath(
    drawn.map(({ ts }) => ts),
    drawn.map(({ number }) => number),
    width,
    height - 4,
  );
  return (
    <svg className="sparkline" viewBox={`0 -2 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {path && <path className="area" d={`${path}V${height}H0Z`} />}
      <path d={path} />
    </svg>
  );
}
