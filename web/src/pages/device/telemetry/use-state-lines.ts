import { useQueries } from "@tanstack/react-query";
import { useShownBefore } from "../../../api/shown-before.ts";
import { readStates } from "../../../api/states.ts";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import type { AnsweredSeries } from "../../../dashboards/page-answer.ts";
import { readEveryMs } from "../../../time-range/shown-time.ts";
import { type ComparedLine, readTogether } from "./compared-lines.ts";
import { readWindow, type Window } from "./telemetry-search.ts";

/** A mean of states says nothing, whatever numbers they are told by: they are lanes, not lines [TYP2]. */
export const isState = ({ kind }: Pick<ShownChannel, "kind">): boolean => kind === "state";

/** States of some lines over the time in view, moved as the lines are. */
export function useStateLines(lines: readonly ComparedLine[], window: Window) {
  const read = readWindow(window);
  const groups = readTogether(lines);
  const shownBefore = useShownBefore();
  return useQueries({
    queries: groups.map(({ deviceId, keys, shiftMs }) => {
      const [from, to] = [Math.max(0, read.from - shiftMs), Math.max(1, read.to - shiftMs)];
      return {
        queryKey: ["states", deviceId, shiftMs, keys, from, to],
        queryFn: ({ signal }: { signal: AbortSignal }) => readStates({ deviceId, keys, from, to }, signal),
        placeholderData: shownBefore<readonly AnsweredSeries[]>(["states", deviceId, shiftMs]),
        refetchInterval: window.isLive ? readEveryMs(window) : (false as const),
        gcTime: 30_000,
      };
    }),
    combine: (results) => ({
      states: lines.flatMap((of) => {
        const at = groups.findIndex(({ deviceId, shiftMs }) => deviceId === of.deviceId && shiftMs === of.shiftMs);
        const series = results[at]?.data?.find(({ key }) => key === of.key);
        return series ? [{ of, series: movedBy(series, of.shiftMs) }] : [];
      }),
      error: results.find(({ error }) => error)?.error ?? null,
      isPending: results.some(({ data, error }) => !data && !error),
    }),
  });
}

function movedBy(series: AnsweredSeries, ms: number): AnsweredSeries {
  if (ms === 0) return series;
  const { silences } = series;
  return {
    ...series,
    times: series.times.map((time) => time + ms),
    ...(silences && {
      silences: {
        ...silences,
        lastTs: silences.lastTs + ms,
        gaps: silences.gaps.map(({ from, to }) => ({ from: from + ms, to: to + ms })),
      },
    }),
  };
}
