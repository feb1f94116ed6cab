import type { WidgetOptions } from "@heliograph/contract";
import { ChoiceEdit, NumberEdit, TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { DevicesField } from "../../editing/fields/devices-field.tsx";
import { RangeField } from "../../editing/fields/range-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { filledIn, withField } from "../../editing/fields/with-field.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";
import { FormFields } from "./form-fields.tsx";
import { SentValueField } from "./sent-value-field.tsx";

type Props = WidgetFormProps<"CONTROL">;
type Options = WidgetOptions<"CONTROL">;

const forms = ["SWITCH", "SLIDER", "BUTTON", "FORM"] as const;
const writes = ["SHARED_ATTRIBUTE", "SERVER_ATTRIBUTE", "RPC"] as const;

function ControlForm({ options, onChange }: Props) {
  const { fields: w } = useEditorWords();
  const text = (name: "key" | "method" | "confirm" | "label") => (value: string) =>
    onChange(withField(options, name, filledIn(value)));
  return (
    <>
      <Section title={w.data}>
        <DevicesField value={options.devices} onChange={(devices) => onChange({ ...options, devices })} />
        <ChoiceEdit
          label={w.writes}
          value={options.writes}
          options={writes.map((one) => [one, w.writeKinds[one]] as const)}
          onChange={(next) => onChange({ ...options, writes: next })}
        />
        {options.writes === "RPC" && (
          <TextEdit label={w.method} value={options.method} maxLength={256} onChange={text("method")} />
        )}
        <TextEdit label={w.key} value={options.key} maxLength={256} onChange={text("key")} />
        <Problems options={options} />
      </Section>
      <Section title={w.display}>
        <ChoiceEdit
          label={w.form}
          value={options.form}
          options={forms.map((one) => [one, w.forms[one]] as const)}
          onChange={(form) => onChange({ ...options, form })}
        />
        <OwnFields {...{ options, onChange }} />
        {options.form === "BUTTON" && <TextEdit label={w.buttonLabel} value={options.label} onChange={text("label")} />}
        <TextEdit label={w.confirm} hint={w.confirmHint} value={options.confirm} onChange={text("confirm")} />
      </Section>
    </>
  );
}

function Problems({ options: { writes: does, method, key, form } }: { readonly options: Options }) {
  const { fields: w } = useEditorWords();
  if (does === "RPC" && method === undefined) return <Wrong>{w.needsMethod}</Wrong>;
  return does !== "RPC" && form !== "FORM" && key === undefined ? <Wrong>{w.needsKey}</Wrong> : null;
}

function OwnFields({ options, onChange }: Props) {
  const { fields: w } = useEditorWords();
  if (options.form === "SLIDER")
    return (
      <>
        <RangeField label={w.scale} value={options} onChange={onChange} />
        <NumberEdit
          label={w.step}
          value={options.step}
          onChange={(step) => onChange(withField(options, "step", step !== undefined && step > 0 ? step : undefined))}
        />
      </>
    );
  if (options.form === "BUTTON")
    return <SentValueField value={options.value} onChange={(value) => onChange(withField(options, "value", value))} />;
  if (options.form === "FORM")
    return <FormFields value={options.fields ?? []} onChange={(fields) => onChange({ ...options, fields })} />;
  return null;
}

export const controlEditing: WidgetEditing<"CONTROL"> = {
  Form: ControlForm,
  size: { w: 4, h: 4 },
  sketch: "M14 10h14a7 7 0 0 1 0 16h-14a8 8 0 0 1 0-16zM27 14a4 4 0 0 1 0 8 4 4 0 0 1 0-8zM40 18h18M48 14v8",
};
