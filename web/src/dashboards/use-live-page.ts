import type { LiveConnection, PageInterest } from "@heliograph/client";
import { useEffect, useMemo, useReducer, useRef } from "react";
import { useIsVisible } from "../ui/use-is-visible.ts";
import { HeardValues, withLive } from "./live-values.ts";
import type { PageAnswer } from "./page-answer.ts";

/** However many values come, the page is drawn so often for them. */
const drawEveryMs = 250;
/** However often devices join and leave, the page is asked for again so often for them. */
const askAgainEveryMs = 5_000;

interface LivePage {
  readonly connection: Pick<LiveConnection, "watchPage">;
  /** Undefined where nothing is watched. */
  readonly interest: PageInterest | undefined;
  readonly answer: PageAnswer;
  /** There are other devices on it now. */
  readonly onOthers: () => void;
}

/** The newest values of a page as they come, by one subscription, beside what was read; not while nobody looks [DSH4]. */
export function useLivePage({ connection, interest, answer, onOthers }: LivePage): PageAnswer {
  const heard = useRef(new HeardValues());
  const [drawn, draw] = useReducer((before: number) => before + 1, 0);
  const others = useRef(onOthers);
  others.current = onOthers;
  const isVisible = useIsVisible();
  const watched = isVisible ? JSON.stringify(interest) : undefined;
  useEffect(() => {
    if (watched === undefined) return undefined;
    const values = new HeardValues();
    heard.current = values;
    const due = { drawing: true, asking: false };
    let askedAt = 0;
    const stop = connection.watchPage(JSON.parse(watched) as PageInterest, (news) => {
      due.asking = values.hear(news) || due.asking;
      due.drawing = true;
    });
    const timer = setInterval(() => {
      if (due.drawing) draw();
      due.drawing = false;
      if (!due.asking || Date.now() - askedAt < askAgainEveryMs) return;
      due.asking = false;
      askedAt = Date.now();
      others.current();
    }, drawEveryMs);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [connection, watched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was heard is one object that changes, and this says when
  return useMemo(() => withLive(answer, heard.current), [answer, drawn]);
}
