import { useSyncExternalStore } from "react";
import { agoText, dateTimeText, untilText, utcText } from "../format/time.ts";
import { useLocale } from "../i18n/messages.tsx";

const tickMs = 1_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) now = Date.now(); // it stood still while nobody looked
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

const steadyMs = 10_000;
const steadyNow = (): number => now - (now % steadyMs);

/** For what need not be told by the second: whoever asks is drawn again every ten. */
export const useNow = (): number => useSyncExternalStore(subscribe, steadyNow);

/** One clock for all relative times of the page: each is drawn again when its words are others. */
const useTold = (words: (now: number) => string): string => useSyncExternalStore(subscribe, () => words(Date.now()));

/** In the user's zone; UTC on hover. */
export function Time({ ms }: { readonly ms: number }) {
  const locale = useLocale();
  return (
    <time dateTime={new Date(ms).toISOString()} title={utcText(ms)}>
      {dateTimeText(ms, locale)}
    </time>
  );
}

/** How long ago; the exact time on hover. */
export function Ago({ ms }: { readonly ms: number }) {
  const locale = useLocale();
  const text = useTold((current) => agoText(ms, current, locale));
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${dateTimeText(ms, locale)}\n${utcText(ms)}`}>
      {text}
    </time>
  );
}

/** How long until then; the exact time on hover. */
export function Until({ ms }: { readonly ms: number }) {
  const locale = useLocale();
  const text = useTold((current) => untilText(ms, current, locale));
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${dateTimeText(ms, locale)}\n${utcText(ms)}`}>
      {text}
    </time>
  );
}
