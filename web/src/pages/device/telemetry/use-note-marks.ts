import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { notesIn } from "../../../api/notes.ts";
import type { NoteMark } from "../../../charts/note-marks.ts";
import type { ComparedLine } from "./compared-lines.ts";

type Span = { readonly from: number; readonly to: number };

/** The notes of all devices whose lines are drawn. */
export function useNotesOf(deviceId: string, lines: readonly ComparedLine[], { from, to }: Span) {
  const ids = [...new Set([deviceId, ...lines.map((line) => line.deviceId)])].toSorted();
  return useQuery(notesIn(ids, from, to));
}

export function useNoteMarks(deviceId: string, lines: readonly ComparedLine[], span: Span) {
  const { data, error, refetch } = useNotesOf(deviceId, lines, span);
  const marks = useMemo(
    (): readonly NoteMark[] =>
      (data?.data ?? []).map(({ startTs, endTs, text }) => ({ from: startTs, to: endTs ?? startTs, text })),
    [data],
  );
  return { marks, error: data ? null : error, refetch };
}
