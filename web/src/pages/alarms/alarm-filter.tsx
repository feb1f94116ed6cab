import { type AlarmSeverity, alarmSeverities } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { AlarmOwner, AlarmState } from "../../api/alarm-choices.ts";
import { type AlarmWish, alarmCounts, alarmTypes } from "../../api/alarms.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useProject } from "../../shell/use-project.ts";
import { allTime, isAllTime } from "../../time-range/time-words.ts";
import { type TimePlace, useListTime } from "../../time-range/use-list-time.tsx";
import { FoldedFilter } from "../../ui/folded-filter.tsx";
import { SeverityMark } from "../../ui/severity.tsx";

export interface AlarmFilterState {
  readonly wish: AlarmWish;
  readonly controls: ReactNode;
}

interface InitialFilter {
  readonly state: AlarmState;
  readonly severity?: AlarmSeverity;
  readonly type?: string;
}

/** Which alarms are looked at; of one device there is nothing to choose of devices. */
export function useAlarmFilter(isOfOne: boolean, initial: InitialFilter, place: TimePlace): AlarmFilterState {
  const m = useMessages();
  const [text, setText] = useState("");
  const [severities, setSeverities] = useState<readonly AlarmSeverity[]>(initial.severity ? [initial.severity] : []);
  const [state, setState] = useState<AlarmState>(initial.state);
  const [owner, setOwner] = useState<AlarmOwner>("any");
  const [type, setType] = useState(initial.type ?? "");
  const { project } = useProject();
  const { time, control } = useListTime(allTime, place);
  const textSearch = useDeferredValue(text.trim());
  const toggle = (one: AlarmSeverity) =>
    setSeverities(severities.includes(one) ? severities.filter((other) => other !== one) : [...severities, one]);
  const set = [severities.length > 0, state !== initial.state, owner !== "any", type !== "", !isAllTime(time)].filter(
    Boolean,
  ).length;
  const controls = (
    <div className="row alarm-filter">
      <input
        type="search"
        aria-label={m.alarms.search}
        placeholder={m.alarms.search}
        maxLength={255}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FoldedFilter count={set}>
        {control}
        <SeverityChoice chosen={severities} hasCounts={!isOfOne} onToggle={toggle} />
        <Choice label={m.alarms.state} texts={m.alarms.states} value={state} onChange={setState} />
        <Choice label={m.alarms.owner} texts={m.alarms.owners} value={owner} onChange={setOwner} />
        <TypeChoice value={type} onChange={setType} />
      </FoldedFilter>
    </div>
  );
  const projectId = isOfOne ? "" : (project ?? "");
  return { wish: { text: textSearch, severities, state, owner, type, projectId, time }, controls };
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly texts: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, texts, value, onChange }: ChoiceProps<T>) {
  const names = Object.keys(texts) as T[];
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(names.find((name) => name === target.value) ?? value)}
    >
      {names.map((name) => (
        <option key={name} value={name}>
          {texts[name]}
        </option>
      ))}
    </select>
  );
}

function TypeChoice({ value, onChange }: { readonly value: string; readonly onChange: (type: string) => void }) {
  const m = useMessages();
  const { data } = useQuery(alarmTypes());
  return (
    <select aria-label={m.alarms.type} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{m.alarms.allTypes}</option>
      {data?.data.map(({ type }) => (
        <option key={type} value={type}>
          {type}
        </option>
      ))}
    </select>
  );
}

interface SeverityChoiceProps {
  readonly chosen: readonly AlarmSeverity[];
  readonly hasCounts: boolean;
  readonly onToggle: (severity: AlarmSeverity) => void;
}

/** How many are active of each, and a way to see only these. */
function SeverityChoice({ chosen, hasCounts, onToggle }: SeverityChoiceProps) {
  const m = useMessages();
  const locale = useLocale();
  const { project } = useProject();
  const { data } = useQuery({ ...alarmCounts(project), enabled: hasCounts });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line everywhere
    <div className="segments" role="group" aria-label={m.alarms.severity}>
      {alarmSeverities.map((severity) => (
        <button
          key={severity}
          type="button"
          title={m.alarms.severities[severity]}
          aria-pressed={chosen.includes(severity)}
          onClick={() => onToggle(severity)}
        >
          <SeverityMark severity={severity} /> {data && hasCounts && countText(data[severity], locale)}
        </button>
      ))}
    </div>
  );
}
