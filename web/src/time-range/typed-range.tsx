import { useState } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { Field } from "../ui/field.tsx";
import type { TimeChoice } from "./shown-time.ts";
import { momentToType, typedMoment } from "./typed-moment.ts";

interface TypedRangeProps {
  readonly from: string;
  readonly to: string;
  readonly onChange: (time: TimeChoice) => void;
}

/** Any two moments, typed. What is no moment changes nothing and says so. */
export function TypedRange({ from, to, onChange }: TypedRangeProps) {
  const m = useMessages();
  const [texts, setTexts] = useState([momentToType(from), momentToType(to)] as const);
  const [isTried, setTried] = useState(false);
  const moments = texts.map(typedMoment);
  const [begin, end] = moments;
  const show = () => {
    setTried(true);
    if (begin !== undefined && end !== undefined) onChange({ from: begin, to: end });
  };
  const problemOf = (moment: string | undefined) => (isTried && moment === undefined ? m.timeRange.problem : undefined);
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <Field label={m.timeRange.from} problem={problemOf(begin)}>
        {(id) => <input id={id} value={texts[0]} onChange={({ target }) => setTexts([target.value, texts[1]])} />}
      </Field>
      <Field label={m.timeRange.to} hint={m.timeRange.hint} problem={problemOf(end)}>
        {(id) => <input id={id} value={texts[1]} onChange={({ target }) => setTexts([texts[0], target.value])} />}
      </Field>
      <button
        type="submit"
        className="button"
        data-closes={begin !== undefined && end !== undefined ? true : undefined}
      >
        {m.timeRange.apply}
      </button>
    </form>
  );
}
