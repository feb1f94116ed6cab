import { type Comparison, comparisonNames, comparisons, type Operand } from "@heliograph/contract";
import { nameIn } from "@heliograph/contract/channel-meaning";
import type { ShownChannel } from "../../../../channels/use-channels.ts";
import { useLocale, useMessages } from "../../../../i18n/messages.tsx";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../../device-types/edit-fields.tsx";
import { given } from "./condition-editor.ts";

interface Compared {
  readonly comparison: Comparison;
  readonly value?: Operand;
}

type OperandKind = "text" | "number" | "boolean";

const kindOf = (value: Operand | undefined): OperandKind =>
  typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "text";
const firstOf: Record<OperandKind, Operand> = { text: "", number: 0, boolean: true };

/** What a comparison needs: nothing, a number, a text, or what it had. */
function operandFor(comparison: Comparison, value: Operand | undefined): Operand | undefined {
  const wanted = comparisons[comparison];
  if (wanted === "nothing") return undefined;
  if (wanted === "scalar") return value ?? "";
  return kindOf(value) === wanted && value !== undefined ? value : firstOf[wanted];
}

interface ComparisonEditProps {
  readonly compared: Compared;
  /** What is compared, where its type describes it. */
  readonly channel?: ShownChannel | undefined;
  readonly onChange: (compared: Compared) => void;
}

export function ComparisonEdit({ compared, channel, onChange }: ComparisonEditProps) {
  const { deviceGroups: m } = useMessages();
  const { comparison, value } = compared;
  const kind = kindOf(value);
  const set = (next: Operand | undefined) => onChange(given({ comparison, value: next }));
  return (
    <>
      <ChoiceEdit
        label={m.comparison}
        value={comparison}
        options={comparisonNames.map((one) => [one, m.comparisons[one]] as const)}
        onChange={(next) => onChange(given({ comparison: next, value: operandFor(next, value) }))}
      />
      {comparisons[comparison] === "scalar" && !channel?.states?.length && (
        <ChoiceEdit
          label={m.valueKind}
          value={kind}
          options={(["text", "number", "boolean"] as const).map((one) => [one, m.valueKinds[one]] as const)}
          onChange={(next) => set(firstOf[next])}
        />
      )}
      {value !== undefined && <OperandEdit value={value} channel={channel} onChange={set} />}
    </>
  );
}

interface OperandEditProps {
  readonly value: Operand;
  readonly channel: ShownChannel | undefined;
  readonly onChange: (value: Operand) => void;
}

function OperandEdit({ value, channel, onChange }: OperandEditProps) {
  const { deviceGroups: m } = useMessages();
  if (channel?.states?.length) return <StateEdit states={channel.states} value={value} onChange={onChange} />;
  if (typeof value === "boolean")
    return (
      <ChoiceEdit
        label={m.value}
        value={value ? "yes" : "no"}
        options={[
          ["yes", m.yes],
          ["no", m.no],
        ]}
        onChange={(next) => onChange(next === "yes")}
      />
    );
  if (typeof value === "number")
    return (
      <NumberEdit
        label={channel?.unitShown ? `${m.value} (${channel.unitShown})` : m.value}
        value={value}
        onChange={(next) => onChange(next ?? 0)}
      />
    );
  return <TextEdit label={m.value} value={value} maxLength={200} onChange={onChange} />;
}

interface StateEditProps {
  readonly states: NonNullable<ShownChannel["states"]>;
  readonly value: Operand;
  readonly onChange: (value: Operand) => void;
}

/** What the values of a channel are called is chosen by that; any other value it has stays. */
function StateEdit({ states, value, onChange }: StateEditProps) {
  const { deviceGroups: m } = useMessages();
  const locale = useLocale();
  const options = states.map((state) => [String(state.value), nameIn(state, locale) || String(state.value)] as const);
  const isKnown = states.some((state) => state.value === value);
  return (
    <ChoiceEdit
      label={m.value}
      value={isKnown ? String(value) : ""}
      options={isKnown ? options : [["", value === "" ? m.choose : String(value)] as const, ...options]}
      onChange={(next) => onChange(states.find((state) => String(state.value) === next)?.value ?? value)}
    />
  );
}
