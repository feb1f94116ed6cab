import uPlot from "uplot";

/** From here on, powers of ten: all their digits would not fit beside an axis. */
const longFrom = 1e9;

export const axisNumbers = (ticks: readonly (number | null)[]): string[] => {
  const isLong = ticks.some((tick) => Math.abs(tick ?? 0) >= longFrom);
  return ticks.map((tick) => (tick === null ? "" : isLong && tick !== 0 ? shortPower(tick) : uPlot.fmtNum(tick)));
};

const shortPower = (value: number): string => String(Number(value.toPrecision(6)).toExponential());

/** How far ticks may be apart: the library's own steps, and on to the greatest numbers, where it has none. */
const [leastPower, greatestPower] = [-32, 307];
export const axisSteps: number[] = Array.from({ length: greatestPower - leastPower + 1 }, (_, at) =>
  [1, 2, 2.5, 5].map((times) => Number(`${times}e${leastPower + at}`)),
).flat();
