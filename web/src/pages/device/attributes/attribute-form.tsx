import type { AttributeRecord, AttributeScope } from "@heliograph/contract";
import { useState } from "react";
import { saveAttribute } from "../../../api/attributes.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { editorText, kindOf, parsedValue, type ValueKind, valueKinds } from "../../../typed-fields/attribute-value.ts";
import { jsonProblem } from "../../../typed-fields/json-problem.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { toast } from "../../../ui/toast.tsx";

interface AttributeFormProps {
  readonly deviceId: string;
  readonly scope: AttributeScope;
  readonly attribute?: AttributeRecord;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const longestKey = 256;

export function AttributeForm({ deviceId, scope, attribute, onSaved, onClose }: AttributeFormProps) {
  const m = useMessages();
  const [key, setKey] = useState(attribute?.key ?? "");
  const [kind, setKind] = useState<ValueKind>(attribute ? kindOf(attribute.value) : "text");
  const [text, setText] = useState(attribute ? editorText(attribute.value) : "");
  const save = async () => {
    const parsed = parsedValue(kind, text);
    if (!("value" in parsed))
      throw new FormProblem(parsed.problem === "json" ? jsonProblem(text, m) : m.attributes.badNumber);
    await saveAttribute(deviceId, scope, key, parsed.value);
    toast(m.common.saved);
    onSaved();
    onClose();
  };
  return (
    <Dialog title={attribute ? m.attributes.editTitle : m.attributes.addTitle} onClose={onClose}>
      <Form action={m.common.save} send={save} onCancel={onClose}>
        <Field label={m.attributes.key}>
          {(id) => (
            <input
              id={id}
              value={key}
              required
              maxLength={longestKey}
              readOnly={attribute !== undefined}
              onChange={({ target }) => setKey(target.value)}
            />
          )}
        </Field>
        <Field label={m.common.type}>
          {(id) => (
            <select id={id} value={kind} onChange={({ target }) => setKind(target.value as ValueKind)}>
              {valueKinds.map((one) => (
                <option key={one} value={one}>
                  {m.attributes.types[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ValueEditor kind={kind} text={text} onChange={setText} />
      </Form>
    </Dialog>
  );
}

interface ValueEditorProps {
  readonly kind: ValueKind;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function ValueEditor({ kind, text, onChange }: ValueEditorProps) {
  const m = useMessages();
  return (
    <Field label={m.common.value}>
      {(id) =>
        kind === "boolean" ? (
          <select id={id} value={text === "true" ? "true" : "false"} onChange={({ target }) => onChange(target.value)}>
            <option>true</option>
            <option>false</option>
          </select>
        ) : kind === "json" ? (
          <textarea
            id={id}
            value={text}
            rows={8}
            spellCheck={false}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <input
            id={id}
            value={text}
            inputMode={kind === "number" ? "decimal" : "text"}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Field>
  );
}
