import { useSyncExternalStore } from "react";
import { agoText, dateTimeText, untilText, utcText } from "../format/time.ts";
import { useLocale } from "../i18n/messages.tsx";

const tickMs = 10_000;
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

/** One clock for all relative times of the page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

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
  const current = useNow();
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${dateTimeText(ms, locale)}\n${utcText(ms)}`}>
      {agoText(ms, Math.max(current, Date.now()), locale)}
    </time>
  );
}

/** How long until then; the exact time on hover. */
export function Until({ ms }: { readonly ms: number }) {
  const locale = useLocale();
  const current = useNow();
  return (
    <time dateTime={new Date(ms).toISOString()} title={`${dateTimeText(ms, locale)}\n${utcText(ms)}`}>
      {untilText(ms, Math.max(current, Date.now()), locale)}
    </time>
  );
}
