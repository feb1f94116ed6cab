import { useState } from "react";
import { shownZone } from "../format/zone.ts";
import { useMessages } from "../i18n/messages.tsx";
import { Field } from "../ui/field.tsx";
import { isForwards, type TimeChoice } from "./shown-time.ts";
import { momentToType, typedMoment } from "./typed-moment.ts";

interface TypedRangeProps {
  readonly from: string;
  readonly to: string;
  /** The one of the dashboard, where it has one. */
  readonly zone: string | undefined;
  readonly onChange: (time: TimeChoice) => void;
}

/** Any two moments, typed. What is no moment, or ends before it begins, changes nothing and says so. */
export function TypedRange({ from, to, zone, onChange }: TypedRangeProps) {
  const m = useMessages();
  const [texts, setTexts] = useState([momentToType(from), momentToType(to)] as const);
  const [isTried, setTried] = useState(false);
  const moments = texts.map(typedMoment);
  const [begin, end] = moments;
  const clocks = zone ?? shownZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const areMoments = begin !== undefined && end !== undefined;
  const isRange = areMoments && isForwards(begin, end, Date.now(), clocks);
  const show = () => {
    setTried(true);
    if (isRange) onChange({ from: begin, to: end });
  };
  const backwards = isTried && areMoments && !isRange ? m.timeRange.backwards : undefined;
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
      <Field label={m.timeRange.to} hint={m.timeRange.hint} problem={problemOf(end) ?? backwards}>
        {(id) => <input id={id} value={texts[1]} onChange={({ target }) => setTexts([texts[0], target.value])} />}
      </Field>
      <button type="submit" className="button" data-closes={isRange ? true : undefined}>
        {m.timeRange.apply}
      </button>
    </form>
  );
}
