import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useShownBefore } from "../../../api/shown-before.ts";
import { type History, readHistory } from "../../../api/telemetry.ts";
import type { Line } from "../../../charts/aligned.ts";
import { linesOf } from "../../../charts/history-lines.ts";
import { extended } from "../../../charts/live-tail.ts";
import { useLiveTails } from "../../../live/use-live-tail.ts";
import { type ComparedLine, type ReadTogether, readTogether } from "./compared-lines.ts";
import { alike, keptMs, questionOf } from "./moving-questions.ts";
import { readWindow, type Window } from "./telemetry-search.ts";

/** What was read of one group of lines. */
export interface ReadGroup extends ReadTogether {
  readonly history: History | undefined;
}

/** A line with what it is of; where it is of before, what it is beneath. */
export interface DrawnLine {
  readonly of: ComparedLine;
  /** Labelled by its key; units are the caller's to know. */
  readonly line: Line;
}

/** All lines of a chart, and beneath them what was `beforeMs` earlier. */
export function useComparedHistory(lines: readonly ComparedLine[], window: Window, beforeMs: number | undefined) {
  const now = useGroups(readTogether(lines), window);
  const before = useGroups(beforeMs === undefined ? [] : readTogether(lines, beforeMs), window);
  const tails = useLiveTails(
    readTogether(lines).filter(({ shiftMs }) => shiftMs === 0),
    window.isLive,
  );
  const drawn = useMemo(() => {
    const own = drawnOf(lines, now.groups, 0);
    return own.map(({ of, line }) => {
      const tail = of.shiftMs === 0 ? tails.get(of.deviceId) : undefined;
      return { of, line: tail ? (extended([line], tail)[0] ?? line) : line };
    });
  }, [lines, now.groups, tails]);
  const earlier = useMemo(() => drawnOf(lines, before.groups, beforeMs ?? 0), [lines, before.groups, beforeMs]);
  return { ...now, drawn, earlier };
}

const drawnOf = (lines: readonly ComparedLine[], groups: readonly ReadGroup[], earlierMs: number): DrawnLine[] =>
  lines.flatMap((of) => {
    const isOf = ({ deviceId, shiftMs }: ReadGroup) => deviceId === of.deviceId && shiftMs === of.shiftMs + earlierMs;
    const group = groups.find(isOf);
    const [line] = group?.history ? linesOf(group.history, [of.key], () => "").lines : [];
    return line && group ? [{ of, line: movedBy(line, group.shiftMs) }] : [];
  });

const movedBy = (line: Line, ms: number): Line =>
  ms === 0 ? line : { ...line, times: line.times.map((time) => time + ms) };

function useGroups(groups: readonly ReadTogether[], window: Window) {
  const read = { ...readWindow(window), isLive: window.isLive };
  const shownBefore = useShownBefore();
  const questions = groups.map((group) => questionOf("history", group, read));
  return useQueries({
    queries: questions.map(({ queryKey, from, to }) => {
      const [, deviceId, , keys] = queryKey;
      return {
        queryKey,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          readHistory({ deviceId, keys, from, to, hasNeighbours: true }, signal),
        placeholderData: () => shownBefore<History>(alike(queryKey)),
        gcTime: keptMs,
      };
    }),
    combine: (results) => ({
      groups: groups.map((group, at) => {
        const { data, error } = results[at] ?? {};
        const question = questions[at];
        const isKept = error && window.isLive && question;
        return { ...group, history: data ?? (isKept ? shownBefore<History>(alike(question.queryKey)) : undefined) };
      }),
      error: results.find(({ error }) => error)?.error ?? null,
      isPending: results.some(({ data, error }) => !data && !error),
      /** Some of it is what was shown before, until the answer is there. */
      isFromBefore: results.some(({ isPlaceholderData }) => isPlaceholderData),
      refetch: () => {
        for (const { error, refetch } of results) if (error) void refetch();
      },
    }),
  });
}
