import { localInputMs, localInputText } from "../../../format/time.ts";
import { useMessages } from "../../../i18n/messages.tsx";

interface MomentChoiceProps {
  readonly at: number | undefined;
  /** Told the moment, or nothing where it was emptied. */
  readonly onChange: (asked: { readonly at?: number }) => void;
}

/** Around which time something did not happen; empty is now. */
export function MomentChoice({ at, onChange }: MomentChoiceProps) {
  const m = useMessages();
  return (
    <input
      type="datetime-local"
      className="why-moment"
      aria-label={m.rules.traces.moment}
      title={m.rules.traces.moment}
      // Typing a date goes through many others: the question is asked when it is left.
      key={at}
      defaultValue={at === undefined ? "" : localInputText(at).slice(0, 16)}
      onBlur={({ target }) => {
        const typed = localInputMs(target.value);
        const before = at === undefined ? "" : localInputText(at).slice(0, 16);
        if (target.value !== before) onChange(Number.isNaN(typed) ? {} : { at: typed });
      }}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}
