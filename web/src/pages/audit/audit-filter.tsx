import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { AuditFilter } from "../../api/audit.ts";
import { localInputMs } from "../../format/time.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Segments } from "../../ui/segments.tsx";

const dayMs = 24 * 3_600_000;
const ranges = { "24h": dayMs, "7d": 7 * dayMs, "30d": 30 * dayMs, all: undefined, own: undefined } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as Range[];

export interface FilterState {
  readonly value: AuditFilter;
  readonly controls: ReactNode;
}

/** Of one entity there is little: all of it is shown first. */
export function useAuditFilter(initial: Range = "7d", isOfOne = false): FilterState {
  const m = useMessages();
  const [range, setRange] = useState<Range>(initial);
  const [action, setAction] = useState<AuditAction | "">("");
  const [entity, setEntity] = useState<AuditedEntity | "">("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [text, setText] = useState("");
  const textSearch = useDeferredValue(text.trim());
  const controls = (
    <div className="row audit-filter">
      <Segments
        label={m.telemetry.range}
        options={rangeNames.map((one) => [one, m.audit.ranges[one]] as const)}
        value={range}
        onChange={setRange}
      />
      {range === "own" && (
        <>
          <TimeInput label={m.common.from} value={from} onChange={setFrom} />
          <TimeInput label={m.common.to} value={to} onChange={setTo} />
        </>
      )}
      <NameChoice
        label={m.audit.action}
        all={m.audit.allActions}
        names={m.audit.actions}
        value={action}
        onChange={setAction}
      />
      {!isOfOne && (
        <NameChoice
          label={m.audit.kind}
          all={m.audit.allKinds}
          names={m.audit.entities}
          value={entity}
          onChange={setEntity}
        />
      )}
      <input
        type="search"
        aria-label={m.audit.search}
        placeholder={m.audit.search}
        maxLength={255}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
  const timeOf = (local: string) => (range === "own" ? typedTime(local) : undefined);
  const times = { rangeMs: ranges[range], startTime: timeOf(from), endTime: timeOf(to) };
  const chosen = { action: action || undefined, entity: entity || undefined, textSearch };
  return { value: { ...times, ...chosen }, controls };
}

/** Undefined while it is empty, or not a time yet. */
function typedTime(local: string): number | undefined {
  const ms = localInputMs(local);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
  <input
    type="datetime-local"
    aria-label={label}
    title={label}
    value={value}
    step={1}
    onChange={({ target }) => onChange(target.value)}
  />
);

interface NameChoiceProps<Name extends string> {
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly value: Name | "";
  readonly onChange: (value: Name | "") => void;
}

/** One of many names, in the order of their words. */
function NameChoice<Name extends string>({ label, all, names, value, onChange }: NameChoiceProps<Name>) {
  const known = Object.keys(names) as Name[];
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(known.find((one) => one === target.value) ?? "")}
    >
      <option value="">{all}</option>
      {known
        .toSorted((a, b) => names[a].localeCompare(names[b]))
        .map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
    </select>
  );
}
