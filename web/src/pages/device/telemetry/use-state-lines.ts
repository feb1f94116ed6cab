import { useQueries } from "@tanstack/react-query";
import { useShownBefore } from "../../../api/shown-before.ts";
import { readStates } from "../../../api/states.ts";
import type { ShownChannel } from "../../../channels/use-channels.ts";
import type { AnsweredSeries } from "../../../dashboards/page-answer.ts";
import { readEveryMs } from "../../../time-range/shown-time.ts";
import { type ComparedLine, readTogether } from "./compared-lines.ts";
import { alike, keptMs, questionOf } from "./moving-questions.ts";
import { readWindow, type Window } from "./telemetry-search.ts";

type Answer = readonly AnsweredSeries[];

/** A mean of states says nothing, whatever numbers they are told by: they are lanes, not lines [TYP2]. */
export const isState = ({ kind }: Pick<ShownChannel, "kind">): boolean => kind === "state";

/** States of some lines over the time in view, moved as the lines are. */
export function useStateLines(lines: readonly ComparedLine[], window: Window) {
  const read = { ...readWindow(window), isLive: window.isLive };
  const groups = readTogether(lines);
  const questions = groups.map((group) => questionOf("states", group, read));
  const shownBefore = useShownBefore();
  return useQueries({
    queries: questions.map(({ queryKey, from, to }) => {
      const [, deviceId, , keys] = queryKey;
      return {
        queryKey,
        queryFn: ({ signal }: { signal: AbortSignal }) => readStates({ deviceId, keys, from, to }, signal),
        placeholderData: () => shownBefore<Answer>(alike(queryKey)),
        refetchInterval: window.isLive ? readEveryMs(window) : (false as const),
        gcTime: keptMs,
      };
    }),
    combine: (results) => ({
      states: lines.flatMap((of) => {
        const at = groups.findIndex(({ deviceId, shiftMs }) => deviceId === of.deviceId && shiftMs === of.shiftMs);
        const question = questions[at];
        const { data, error } = results[at] ?? {};
        const isKept = error && window.isLive && question;
        const answer = data ?? (isKept ? shownBefore<Answer>(alike(question.queryKey)) : undefined);
        const series = answer?.find(({ key }) => key === of.key);
        return series ? [{ of, series: movedBy(series, of.shiftMs) }] : [];
      }),
      error: results.find(({ error }) => error)?.error ?? null,
      isPending: results.some(({ data, error }) => !data && !error),
      refetch: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
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
