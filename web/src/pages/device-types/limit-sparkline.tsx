import { useId } from "react";
import { shareOf, sparklinePath } from "../../charts/sparkline-path.ts";
import { drawable } from "../../format/number.ts";
import { isAlarm, isUpper, type Limits, limitNames } from "./limit-share.ts";

interface LimitSparklineProps {
  readonly points: readonly { readonly ts: number; readonly value: unknown }[];
  readonly limits: Limits;
}

const [width, height] = [200, 40];

/** The last hour with its limits: what lies beyond one has its colour. Limits far away are not drawn. */
export function LimitSparkline({ points, limits }: LimitSparklineProps) {
  const id = useId();
  const drawn = points.flatMap(({ ts, value }) => {
    const number = drawable(value);
    return number === undefined ? [] : [{ ts, number }];
  });
  const numbers = drawn.map(({ number }) => number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const path = sparklinePath(
    drawn.map(({ ts }) => ts),
    numbers,
    width,
    height,
  );
  const y = (value: number) => (1 - shareOf(value, low, high)) * height;
  const lines = limitNames.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined || numbers.length === 0 ? [] : [{ name, y: y(limit) }];
  });
  return (
    <svg className="sparkline" viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" aria-hidden="true">
      {path && <path className="area" d={`${path}V${height}H0Z`} />}
      <path d={path} />
      {bandsOf(lines).map(({ name, top, bottom }) => (
        <g key={name} className={isAlarm(name) ? "bad" : "warn"}>
          <clipPath id={`${id}${name}`}>
            <rect x={0} y={top} width={width} height={Math.max(0, bottom - top)} />
          </clipPath>
          <path d={path} clipPath={`url(#${id}${name})`} />
        </g>
      ))}
      {lines
        .filter((line) => line.y >= 0 && line.y <= height)
        .map((line) => (
          <path key={line.name} className={isAlarm(line.name) ? "rule bad" : "rule warn"} d={`M0 ${line.y}H${width}`} />
        ))}
    </svg>
  );
}

interface Line {
  readonly name: (typeof limitNames)[number];
  readonly y: number;
}

/** The part of the drawing beyond each limit; warnings first, so that alarms lie over them. */
const bandsOf = (lines: readonly Line[]) =>
  lines
    .toSorted((a, b) => Number(isAlarm(a.name)) - Number(isAlarm(b.name)))
    .map(({ name, y }) => {
      const at = Math.min(height + 2, Math.max(-2, y));
      return isUpper(name) ? { name, top: -2, bottom: at } : { name, top: at, bottom: height + 2 };
    });
