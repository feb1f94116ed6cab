import { useMessages } from "../../../i18n/messages.tsx";
import { TypeField, typedValue } from "../../../typed-fields/type-fields.tsx";
import { Form } from "../../../ui/form.tsx";
import type { ControlFormProps } from "./control-form-props.ts";

/** What is filled in before it is sent. */
export function ControlFields({ options: { fields = [] }, isBusy, onSend }: ControlFormProps) {
  const m = useMessages();
  const send = async (form: FormData) => {
    const chosen = fields.map((one) => [one.key, typedValue(form, one)] as const);
    onSend(Object.fromEntries(chosen.filter(([, value]) => value !== undefined)));
  };
  return (
    <fieldset className="plain" disabled={isBusy}>
      <Form action={m.dashboards.send} send={send}>
        {fields.map((one) => (
          <TypeField key={one.key} field={one} required={one.required ?? false} />
        ))}
      </Form>
    </fieldset>
  );
}
