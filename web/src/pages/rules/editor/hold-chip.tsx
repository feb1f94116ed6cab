import type { RuleHold } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit, NumberEdit } from "../../device-types/edit-fields.tsx";
import { holdText } from "../sentence/wording.ts";
import { Chip } from "./chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";
import { SpanEdit } from "./span-edit.tsx";

interface HoldChipProps {
  readonly hold: RuleHold | undefined;
  readonly path: string;
  readonly onChange: (hold: RuleHold | undefined) => void;
}

const kinds = ["once", "ms", "count"] as const;
const usual = { ms: 300_000, count: 3 };

/** How long a condition has to be met. */
export function HoldChip({ hold, path, onChange }: HoldChipProps) {
  const m = useMessages();
  const { wording } = useRuleEditing();
  const kind = hold?.ms !== undefined ? "ms" : hold?.count !== undefined ? "count" : "once";
  return (
    <Chip label={m.rules.form.hold} text={holdText(hold, wording)} path={path}>
      <ChoiceEdit
        label={m.rules.form.hold}
        value={kind}
        options={kinds.map((one) => [one, m.rules.form.holds[one]] as const)}
        onChange={(next) => onChange(next === "once" ? undefined : { [next]: usual[next] })}
      />
      {kind === "ms" && (
        <SpanEdit label={m.rules.form.over} value={hold?.ms} onChange={(ms) => ms !== undefined && onChange({ ms })} />
      )}
      {kind === "count" && (
        <NumberEdit
          label={m.rules.form.count}
          value={hold?.count}
          onChange={(count) => count !== undefined && onChange({ count: Math.max(2, Math.round(count)) })}
        />
      )}
    </Chip>
  );
}
