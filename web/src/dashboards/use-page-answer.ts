import type { DataRequest } from "@heliograph/contract";
import { useEffect, useReducer, useState } from "react";
import { api } from "../app.ts";
import { type PageAnswer, withLine } from "./page-answer.ts";
import { readLines } from "./read-lines.ts";

interface PageReading {
  readonly answer: PageAnswer;
  /** Of the page as a whole; what one widget cannot show is in its own answer. */
  readonly error: unknown;
  readonly isReading: boolean;
  readonly retry: () => void;
}

const nothing: PageAnswer = new Map();

/**
 * Reads what a page shows. Another question ends the one under way; what was shown before stays until its own answer is
 * there, so that nothing flickers [DSH4]. `round` asks the same again.
 */
export function usePageAnswer(request: DataRequest | undefined, round: number): PageReading {
  const [answer, setAnswer] = useState(nothing);
  const [error, setError] = useState<unknown>();
  const [settled, setSettled] = useState<string>();
  const [attempt, retry] = useReducer((before: number) => before + 1, 0);
  const asked = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is asked again for these
  useEffect(() => {
    if (asked === undefined) return undefined;
    const gone = new AbortController();
    const settle = (reason?: unknown) => {
      if (gone.signal.aborted) return;
      setError(reason);
      setSettled(asked);
    };
    readPage(JSON.parse(asked) as DataRequest, gone.signal, setAnswer).then(() => settle(), settle);
    return () => gone.abort();
  }, [asked, round, attempt]);
  return { answer, error, isReading: asked !== settled, retry };
}

type Show = (change: (before: PageAnswer) => PageAnswer) => void;

/** A widget gets its new answer when that is whole; twenty charts are not drawn for every line of one of them. */
async function readPage(request: DataRequest, signal: AbortSignal, show: Show): Promise<void> {
  const response = await api.dashboards.data({ body: request }, { signal });
  if (!response.body) return;
  let coming = nothing;
  for await (const line of readLines(response.body)) {
    if (signal.aborted) return;
    coming = withLine(coming, line);
    if (line.type !== "done" && line.type !== "problem") continue;
    const { query } = line;
    const whole = coming.get(query);
    if (whole) show((before) => new Map([...before, [query, whole]]));
  }
}
