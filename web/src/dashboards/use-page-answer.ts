import { ApiError, Unreachable } from "@heliograph/client";
import type { DataRequest, SharedLine } from "@heliograph/contract";
import { useEffect, useReducer, useState } from "react";
import { api } from "../app.ts";
import { onBack, tellLost } from "../live/lost-since.ts";
import { ComingAnswer } from "./coming-answer.ts";
import type { PageAnswer } from "./page-answer.ts";
import { readLines } from "./read-lines.ts";

interface PageReading {
  readonly answer: PageAnswer;
  /** Of the page as a whole; what one widget cannot show is in its own answer. */
  readonly error: unknown;
  readonly isReading: boolean;
  readonly retry: () => void;
}

/** Where answers come from: always the same one for a page. */
export interface PageSource<Request> {
  readonly ask: (request: Request, signal: AbortSignal) => Promise<Response>;
  /** Hears of every line. */
  readonly onLine?: (line: SharedLine) => void;
}

const nothing: PageAnswer = new Map();
const ownApi: PageSource<DataRequest> = {
  ask: (request, signal) => api.dashboards.data({ body: request }, { signal }),
};

export const usePageAnswer = (request: DataRequest | undefined, round: number): PageReading =>
  useAnswerOf(ownApi, request, round);

/**
 * Reads what a page shows. Another question ends the one under way; what was shown before stays until its own answer is
 * there, so that nothing flickers [DSH4]. `round` asks the same again.
 */
export function useAnswerOf<Request>(
  source: PageSource<Request>,
  request: Request | undefined,
  round: number,
): PageReading {
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
      tellLost("reading", reason instanceof Unreachable);
      setError(reason);
      setSettled(asked);
    };
    readPage(source, JSON.parse(asked) as Request, gone.signal, setAnswer).then(() => settle(), settle);
    return () => gone.abort();
  }, [source, asked, round, attempt]);
  useEffect(() => {
    if (!isPassing(error)) return undefined;
    const timer = setTimeout(retry, error instanceof Unreachable ? lookAgainMs : askAgainMs); // a wall display has nobody who asks
    const stop = onBack(retry);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [error]);
  useEffect(() => () => tellLost("reading", false), []);
  return { answer, error, isReading: asked !== settled, retry };
}

const askAgainMs = 10_000;
/** A server that cannot be reached is not busy with being asked. */
const lookAgainMs = 3_000;

/** A server that is away or busy comes back; a refusal stays one. An answer that was cut off is asked for again. */
const isPassing = (error: unknown): boolean =>
  error !== undefined && (!(error instanceof ApiError) || error.status >= 500 || error.status === 429);

type Show = (change: (before: PageAnswer) => PageAnswer) => void;

/** A widget gets its new answer when that is whole; twenty charts are not drawn for every line of one of them. */
async function readPage<Request>(
  { ask, onLine }: PageSource<Request>,
  request: Request,
  signal: AbortSignal,
  show: Show,
): Promise<void> {
  const response = await ask(request, signal);
  if (!response.body) return;
  const coming = new ComingAnswer();
  for await (const line of readLines(response.body)) {
    if (signal.aborted) return;
    onLine?.(line);
    coming.add(line);
    if (line.type !== "done" && line.type !== "problem") continue;
    const { query } = line;
    const whole = coming.page.get(query);
    if (whole) show((before) => new Map([...before, [query, whole]]));
  }
}
