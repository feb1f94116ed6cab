import type { RuleComparison } from "@heliograph/contract";
import { useMessages } from "../../../i18n/messages.tsx";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../device-types/edit-fields.tsx";
import { withInput } from "../sentence/edits.ts";
import { valuesOf } from "../sentence/other-inputs.ts";
import { inputNamed, keyOf, type RuleCompare, typeOf, unitOf } from "../sentence/rule-names.ts";
import { hasOrder, inputText, limitText } from "../sentence/wording.ts";
import { Chip } from "./chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface CompareProps {
  readonly compare: RuleCompare;
  readonly path: string;
  /** Where a sentence of its own tells how it ends. */
  readonly isBackToldElsewhere: boolean;
  readonly onChange: (compare: RuleCompare, definition?: ReturnType<typeof useRuleEditing>["definition"]) => void;
}

/** As the contract has them: which values can be compared how. */
const possible: Record<"NUMBER" | "TEXT" | "BOOLEAN", readonly RuleComparison[]> = {
  NUMBER: ["GREATER", "GREATER_OR_EQUAL", "LESS", "LESS_OR_EQUAL", "EQUAL", "NOT_EQUAL"],
  TEXT: ["EQUAL", "NOT_EQUAL", "CONTAINS", "STARTS_WITH"],
  BOOLEAN: ["EQUAL", "NOT_EQUAL"],
};

export function ComparisonChip({ compare, path, onChange }: CompareProps) {
  const m = useMessages();
  const { definition } = useRuleEditing();
  const input = inputNamed(definition.inputs, compare.input);
  const options = (valuesOf(input, m.rules) ? possible.BOOLEAN : possible[typeOf(input)]).map(
    (one) => [one, m.rules.comparisons[one]] as const,
  );
  return (
    <Chip label={m.rules.form.comparison} text={m.rules.comparisons[compare.comparison]} path={`${path}.comparison`}>
      <ChoiceEdit
        label={m.rules.form.comparison}
        value={compare.comparison}
        options={options}
        onChange={(comparison) => onChange(withComparison(compare, comparison))}
      />
    </Chip>
  );
}

/** A dead band belongs to an order. */
function withComparison({ deadBand, ...rest }: RuleCompare, comparison: RuleComparison): RuleCompare {
  const next = { ...rest, comparison };
  return deadBand !== undefined && hasOrder(next) ? { ...next, deadBand } : next;
}

/** What it is compared with, and how far it has to go back. */
export function LimitChip(props: CompareProps) {
  const m = useMessages();
  const f = m.rules.form;
  const { definition, wording } = useRuleEditing();
  const { compare, path, onChange, isBackToldElsewhere } = props;
  const { deadBand: _, ...plain } = compare;
  const isOther = compare.other !== undefined;
  const text = limitText(isBackToldElsewhere ? plain : compare, definition.inputs, wording);
  return (
    <Chip label={f.limit} text={text} path={path}>
      <ChoiceEdit
        label={f.limit}
        value={isOther ? "other" : "value"}
        options={(["value", "other"] as const).map((one) => [one, f.withs[one]] as const)}
        onChange={(kind) => {
          if (kind === "other") return toOther(props, definition);
          const { other: __, ...rest } = compare;
          onChange({ ...rest, value: usualValue[typeOf(inputNamed(definition.inputs, compare.input))] });
        }}
      />
      {isOther ? <OtherField {...props} /> : <ValueField {...props} />}
      {hasOrder(compare) && (
        <DeadBandField
          compare={compare}
          onChange={onChange}
          unit={unitOf(inputNamed(definition.inputs, compare.input), wording.names)}
        />
      )}
    </Chip>
  );
}

const usualValue = { NUMBER: 0, TEXT: "", BOOLEAN: true } as const;

/** Another input; where there is none, one is made. */
function toOther({ compare, onChange }: CompareProps, definition: ReturnType<typeof useRuleEditing>["definition"]) {
  const { value: _, ...rest } = compare;
  const own = inputNamed(definition.inputs, compare.input);
  const there = definition.inputs.find(({ name }) => name !== compare.input);
  if (there) return onChange({ ...rest, other: there.name });
  const added = withInput(definition, { kind: "TELEMETRY", key: own ? keyOf(own) : "" });
  onChange({ ...rest, other: added.name }, added.definition);
}

function OtherField({ compare, onChange }: CompareProps) {
  const m = useMessages();
  const { definition, wording } = useRuleEditing();
  return (
    <ChoiceEdit
      label={m.rules.form.which}
      value={compare.other ?? ""}
      options={definition.inputs
        .filter(({ name }) => name !== compare.input)
        .map((input) => [input.name, inputText(input, wording)] as const)}
      onChange={(other) => onChange({ ...compare, other })}
    />
  );
}

function ValueField({ compare, onChange }: CompareProps) {
  const m = useMessages();
  const { definition, wording } = useRuleEditing();
  const input = inputNamed(definition.inputs, compare.input);
  const type = typeOf(input);
  const unit = unitOf(input, wording.names);
  const few = valuesOf(input, m.rules);
  const label = unit === "" ? m.common.value : `${m.common.value} (${unit})`;
  if (few)
    return (
      <ChoiceEdit
        label={label}
        value={String(compare.value ?? "")}
        options={few.map(([value, text]) => [String(value), text] as const)}
        onChange={(chosen) => {
          const found = few.find(([value]) => String(value) === chosen);
          if (found) onChange({ ...compare, value: found[0] });
        }}
      />
    );
  if (type === "TEXT")
    return (
      <TextEdit
        label={label}
        value={String(compare.value ?? "")}
        onChange={(value) => onChange({ ...compare, value })}
      />
    );
  if (type === "BOOLEAN")
    return (
      <ChoiceEdit
        label={label}
        value={compare.value === false ? "false" : "true"}
        options={[
          ["true", "true"],
          ["false", "false"],
        ]}
        onChange={(value) => onChange({ ...compare, value: value === "true" })}
      />
    );
  return (
    <NumberEdit
      label={label}
      value={typeof compare.value === "number" ? compare.value : undefined}
      onChange={(value) => value !== undefined && onChange({ ...compare, value })}
    />
  );
}

interface DeadBandProps {
  readonly compare: RuleCompare;
  readonly unit: string;
  readonly onChange: (compare: RuleCompare) => void;
}

export function DeadBandField({ compare, unit, onChange }: DeadBandProps) {
  const f = useMessages().rules.form;
  return (
    <>
      <NumberEdit
        label={unit === "" ? f.deadBand : `${f.deadBand} (${unit})`}
        value={compare.deadBand}
        onChange={(deadBand) => {
          const { deadBand: _, ...rest } = compare;
          onChange(deadBand === undefined || deadBand <= 0 ? rest : { ...rest, deadBand });
        }}
      />
      <small>{f.deadBandHint}</small>
    </>
  );
}
