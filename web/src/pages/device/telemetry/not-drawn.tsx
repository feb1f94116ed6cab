import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { errorToTell, RetryNote } from "../../../ui/states.tsx";

/** Something that is drawn with the lines, and what became of reading it. */
export interface Reading {
  readonly name: string;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** What could not be read: a chart without it would look as if there were none. */
export function NotDrawn({ readings }: { readonly readings: readonly Reading[] }) {
  const m = useMessages();
  const locale = useLocale();
  const failed = readings.filter(({ error }) => error !== null && error !== undefined);
  if (failed.length === 0) return null;
  const names = new Intl.ListFormat(locale).format(failed.map(({ name }) => name));
  const again = () => {
    for (const { refetch } of failed) void refetch();
  };
  return <RetryNote what={m.compare.notDrawn(names)} error={errorToTell(failed)} onRetry={again} />;
}
