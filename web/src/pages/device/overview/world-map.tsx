import { useQuery } from "@tanstack/react-query";
import { coasts } from "../../../map/coasts.ts";
import { turns } from "../../../map/on-land.ts";
import type { Position } from "../../../map/position.ts";

/** Degrees the map shows: a continent around the device. */
const [width, height] = [72, 36];
const step = 10;
const most = { longitude: 220, latitude: 90 };

export function WorldMap({ latitude, longitude, label }: Position & { readonly label: string }) {
  const { data: land } = useQuery(coasts);
  const left = longitude - width / 2;
  const top = clamped(-latitude - height / 2, -most.latitude, most.latitude - height);
  return (
    <svg className="world-map" viewBox={`${left} ${top} ${width} ${height}`} role="img" aria-label={label}>
      {turns.map((turn) => (
        <path key={turn} className="land" d={land ?? ""} transform={`translate(${turn})`} />
      ))}
      <path className="graticule" d={graticule} />
      <circle className="halo" cx={longitude} cy={-latitude} r="2.2" />
      <circle className="place" cx={longitude} cy={-latitude} r="0.8" />
    </svg>
  );
}

const clamped = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

const lines = (from: number): number[] =>
  Array.from({ length: (2 * from) / step + 1 }, (_, index) => index * step - from);

const graticule = [
  ...lines(most.longitude).map((x) => `M${x} ${-most.latitude}V${most.latitude}`),
  ...lines(most.latitude).map((y) => `M${-most.longitude} ${y}H${most.longitude}`),
].join("");
