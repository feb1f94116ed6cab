import type { ShownDevice, WidgetOptions } from "@heliograph/contract";
import type { Line } from "../../../charts/aligned.ts";
import type { AnsweredSeries } from "../../page-answer.ts";
import { type ChannelOf, seriesLines } from "../../series-lines.ts";
import { limitsOf } from "../widget-channels.ts";

type Options = WidgetOptions<"TIME_SERIES">;

interface ToDraw {
  readonly options: Options;
  readonly series: readonly AnsweredSeries[];
  /** The same so long before. */
  readonly before: readonly AnsweredSeries[];
  readonly devices: readonly ShownDevice[];
  readonly channelOf: ChannelOf;
  /** What a line of that is called beside its own name. */
  readonly beforeName: string;
}

/** Lines of a chart as its widget wants them; behind them, faintly, what was before [DSH3]. */
export function chartLines({ options, series, before, devices, channelOf, beforeName }: ToDraw): Line[] {
  const drawn = series.filter(({ times }) => times.length > 0);
  const looks = looksOf(options);
  const lines = seriesLines(series, devices, channelOf, {
    lookOf: (key) => looks.get(key) ?? {},
    isOfOne: isOfOne(options.devices),
  });
  const now = withThresholds(lines, options).map((line) => drawnAs(line, options.draw));
  const earlier = before.flatMap((one) => {
    const at = drawn.findIndex(({ deviceId, key }) => deviceId === one.deviceId && key === one.key);
    const [line] = seriesLines([one], devices, channelOf, { isOfOne: isOfOne(options.devices) });
    return line ? [shadowed(line, options.shiftMs ?? 0, `${now[at]?.label ?? line.label} · ${beforeName}`, at)] : [];
  });
  return [...now, ...earlier];
}

const isOfOne = (devices: Options["devices"]): boolean => devices.kind === "DEVICES" && devices.deviceIds.length === 1;

const looksOf = ({ channels }: Options) =>
  new Map(
    channels.flatMap(({ key, label, colour, axis, dashed }) => {
      const look = {
        ...(label !== undefined && { label }),
        ...(colour !== undefined && { colour }),
        ...(axis !== undefined && { axis }),
        ...(dashed && { isDashed: true }),
      };
      return key === undefined ? [] : [[key, look] as const];
    }),
  );

/** Where limits of several channels would be too many, those of the widget stand on the axis of the first line. */
function withThresholds(lines: readonly Line[], { thresholds = [] }: Options): readonly Line[] {
  const [first, ...others] = lines;
  if (!first || first.limits || thresholds.length === 0) return lines;
  return [{ ...first, limits: limitsOf(thresholds) }, ...others];
}

/** Bars have no bounds: each tells one number. */
function drawnAs(line: Line, draw: Options["draw"]): Line {
  if (draw === undefined || draw === "LINE") return line;
  const { min, max, ...rest } = line;
  return draw === "BARS" ? { ...rest, draw } : { ...line, draw };
}

/** Moved to now; what it can be compared with has nothing now where there is no such place. */
function shadowed(line: Line, shiftMs: number, label: string, at: number): Line {
  const { unit, times, values, colour, series } = line;
  const moved = times.map((time) => time + shiftMs);
  if (at < 0)
    return { unit, values, label, times: moved, isDashed: true, ...(colour && { colour }), ...(series && { series }) };
  return { unit, values, label, times: moved, shadowOf: at };
}
