import type { AuditAction, AuditedEntity } from "@heliograph/contract";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { AuditFilter } from "../../api/audit.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { allTime, type Expression } from "../../time-range/time-words.ts";
import { type TimePlace, useListTime } from "../../time-range/use-list-time.tsx";
import { FoldedFilter } from "../../ui/folded-filter.tsx";

const lastWeek: Expression = ["now-7d", "now"];

export interface FilterState {
  readonly value: AuditFilter;
  readonly controls: ReactNode;
}

/** Of one entity there is little: all of it is shown first. */
export function useAuditFilter(place: TimePlace, isOfOne = false): FilterState {
  const m = useMessages();
  const { time, control } = useListTime(isOfOne ? allTime : lastWeek, place, false);
  const [action, setAction] = useState<AuditAction | "">("");
  const [entity, setEntity] = useState<AuditedEntity | "">("");
  const [text, setText] = useState("");
  const textSearch = useDeferredValue(text.trim());
  const controls = (
    <div className="row audit-filter">
      <input
        type="search"
        aria-label={m.audit.search}
        placeholder={m.audit.search}
        maxLength={255}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FoldedFilter count={[action, entity].filter((one) => one !== "").length}>
        {control}
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
      </FoldedFilter>
    </div>
  );
  const chosen = { action: action || undefined, entity: entity || undefined, textSearch };
  return { value: { time, ...chosen }, controls };
}

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
