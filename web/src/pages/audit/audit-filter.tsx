import type { AuditAction } from "@heliograph/contract";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { AuditFilter } from "../../api/audit.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Segments } from "../../ui/segments.tsx";

const dayMs = 24 * 3_600_000;
const ranges = { "24h": dayMs, "7d": 7 * dayMs, "30d": 30 * dayMs, all: undefined } as const;
type Range = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as Range[];

export interface FilterState {
  readonly value: AuditFilter;
  readonly controls: ReactNode;
}

/** Of one entity there is little: all of it is shown first. */
export function useAuditFilter(initial: Range = "7d"): FilterState {
  const m = useMessages();
  const [range, setRange] = useState<Range>(initial);
  const [action, setAction] = useState<AuditAction | "">("");
  const [text, setText] = useState("");
  const textSearch = useDeferredValue(text.trim());
  const actionNames = Object.keys(m.audit.actions) as AuditAction[];
  const sorted = actionNames.toSorted((a, b) => m.audit.actions[a].localeCompare(m.audit.actions[b]));
  const controls = (
    <div className="row audit-filter">
      <Segments
        label={m.telemetry.range}
        options={rangeNames.map((one) => [one, m.audit.ranges[one]] as const)}
        value={range}
        onChange={setRange}
      />
      <select
        aria-label={m.audit.action}
        value={action}
        onChange={({ target }) => setAction(actionNames.find((one) => one === target.value) ?? "")}
      >
        <option value="">{m.audit.allActions}</option>
        {sorted.map((one) => (
          <option key={one} value={one}>
            {m.audit.actions[one]}
          </option>
        ))}
      </select>
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
  return { value: { rangeMs: ranges[range], action: action || undefined, textSearch }, controls };
}
