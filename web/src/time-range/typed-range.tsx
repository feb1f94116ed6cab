import { parseMoment, resolveMoment } from "@heliograph/contract/moments";
import { useState } from "react";
import { localInputText } from "../format/time.ts";
import { readersZone } from "../format/zone.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { Field } from "../ui/field.tsx";
import { CheckedForm } from "../ui/form-checks/checked-form.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { isForwards, type TimeChoice } from "./shown-time.ts";
import { rangeText } from "./time-words.ts";
import { endOfDayToType, momentToType, typedMoment } from "./typed-moment.ts";

interface TypedRangeProps {
  readonly from: string;
  readonly to: string;
  /** The one of the dashboard, where it has one. */
  readonly zone: string | undefined;
  readonly onChange: (time: TimeChoice) => void;
}

/** Any two moments, typed or from the calendar. What is no moment, or ends before it begins, changes nothing and says so. */
export function TypedRange({ from, to, zone = readersZone(), onChange }: TypedRangeProps) {
  const m = useMessages();
  const [texts, setTexts] = useState([momentToType(from), momentToType(to)] as const);
  const [isTried, setTried] = useState(false);
  const [begin, end] = texts.map(typedMoment);
  const areMoments = begin !== undefined && end !== undefined;
  const isRange = areMoments && isForwards(begin, end, Date.now(), zone);
  const show = () => {
    setTried(true);
    if (isRange) onChange({ from: begin, to: end });
  };
  const backwards = isTried && areMoments && !isRange ? m.timeRange.backwards : undefined;
  const problemOf = (moment: string | undefined) => (isTried && moment === undefined ? m.timeRange.problem : undefined);
  return (
    <CheckedForm className="form" onSend={show}>
      <Calendar range={isRange ? [begin, end] : undefined} zone={zone} onPick={setTexts} />
      <div className="form-pair">
        <Field label={m.timeRange.from} problem={problemOf(begin)}>
          {(id) => <input id={id} value={texts[0]} onChange={({ target }) => setTexts([target.value, texts[1]])} />}
        </Field>
        <Field label={m.timeRange.to} problem={problemOf(end) ?? backwards}>
          {(id) => <input id={id} value={texts[1]} onChange={({ target }) => setTexts([texts[0], target.value])} />}
        </Field>
      </div>
      <small>{m.timeRange.hint}</small>
      <button type="submit" className="button" data-closes={isRange ? true : undefined}>
        {m.timeRange.apply}
      </button>
    </CheckedForm>
  );
}

interface CalendarProps {
  readonly range: readonly [from: string, to: string] | undefined;
  readonly zone: string;
  /** What would be typed for these days. */
  readonly onPick: (texts: readonly [from: string, to: string]) => void;
}

const dayAt = (ms: number): string => localInputText(ms).slice(0, 10);

/** Days of the zone in which times are shown: the first pick is the first and the last day, the next one moves one of both. */
function Calendar({ range, zone, onPick }: CalendarProps) {
  const m = useMessages();
  const locale = useLocale();
  const [first, setFirst] = useState<string>();
  const now = Date.now();
  const [begin, end] = (range ?? ["now", "now+1s"]).map((text) => {
    const moment = parseMoment(text);
    return moment ? resolveMoment(moment, now, zone) : now;
  }) as [number, number];
  const pick = (day: string) => {
    setFirst(first === undefined ? day : undefined);
    const [from, to] = [first ?? day, day].toSorted() as [string, string];
    onPick([from, endOfDayToType(to)]);
  };
  return (
    <div>
      <MonthGrid today={dayAt(now)} ends={[dayAt(begin), dayAt(end - 1)]} onPick={pick} />
      <small role="status">
        {first !== undefined ? m.timeRange.pickLast : range ? rangeText(begin, end, locale) : m.timeRange.pickFirst}
      </small>
    </div>
  );
}
