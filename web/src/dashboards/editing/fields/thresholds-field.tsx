import type { WidgetOptions } from "@heliograph/contract";
import { ChoiceEdit, NumberEdit } from "../../../pages/device-types/edit-fields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useEditorWords } from "../words/words.ts";
import { RowButton } from "./channels-field.tsx";
import { Section } from "./section.tsx";

type Threshold = NonNullable<WidgetOptions<"VALUE">["thresholds"]>[number];

interface ThresholdsFieldProps {
  readonly value: readonly Threshold[] | undefined;
  readonly onChange: (value: Threshold[] | undefined) => void;
}

const atMost = 20;

/** Limits that colour values. */
export function ThresholdsField({ value = [], onChange }: ThresholdsFieldProps) {
  const { fields: w } = useEditorWords();
  const set = (next: Threshold[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Section title={w.thresholds}>
      {value.map((threshold, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else to be told apart by
        <ThresholdRow key={at} {...{ threshold, at }} onChange={(next) => set(value.with(at, next))}>
          <RowButton icon="trash" label={w.removeOf(w.limitAt(at + 1))} onPress={() => set(value.toSpliced(at, 1))} />
        </ThresholdRow>
      ))}
      {value.length < atMost && (
        <button
          type="button"
          className="button ghost"
          onClick={() => set([...value, { above: 0, severity: "warning" }])}
        >
          <Icon name="plus" /> {w.addThreshold}
        </button>
      )}
      <small>{w.thresholdText}</small>
    </Section>
  );
}

interface RowProps {
  readonly threshold: Threshold;
  readonly at: number;
  readonly onChange: (threshold: Threshold) => void;
  readonly children: React.ReactNode;
}

function ThresholdRow({ threshold: { above, below, severity }, at, onChange, children }: RowProps) {
  const { fields: w } = useEditorWords();
  const side = below === undefined ? "above" : "below";
  const limit = above ?? below ?? 0;
  const made = (where: string, value: number): Threshold =>
    where === "above" ? { above: value, severity } : { below: value, severity };
  return (
    <fieldset className="edit-threshold">
      <legend>{w.limitAt(at + 1)}</legend>
      <ChoiceEdit
        label={w.limit}
        value={side}
        options={[["above", w.above] as const, ["below", w.below2] as const]}
        onChange={(where) => onChange(made(where, limit))}
      />
      <NumberEdit label={w.limit} value={limit} onChange={(value) => onChange(made(side, value ?? 0))} />
      <ChoiceEdit
        label={w.severity}
        value={severity}
        options={(["warning", "alarm"] as const).map((one) => [one, w.severities[one]] as const)}
        onChange={(next) => onChange({ ...made(side, limit), severity: next })}
      />
      {children}
    </fieldset>
  );
}
