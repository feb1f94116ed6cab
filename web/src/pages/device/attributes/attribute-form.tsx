import type { AttributeRecord, AttributeScope } from "@heliograph/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { saveAttribute } from "../../../api/attributes.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { editorText, kindOf, parsedValue, type ValueKind, valueKinds } from "./attribute-value.ts";

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
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: (value: unknown) => saveAttribute(deviceId, scope, key, value),
    onSuccess: () => {
      toast(m.common.saved);
      onSaved();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parsedValue(kind, text);
    if ("value" in parsed) {
      setProblem(undefined);
      return save.mutate(parsed.value);
    }
    setProblem(parsed.problem === "json" ? m.attributes.badJson(parsed.detail) : m.attributes.badNumber);
  };
  return (
    <Dialog title={attribute ? m.attributes.editTitle : m.attributes.addTitle} onClose={onClose}>
      <form className="form" onSubmit={submit}>
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
        {problem && (
          <p className="note note-error" role="alert">
            {problem}
          </p>
        )}
        <ErrorNote error={save.error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={save.isPending}>
            {m.common.save}
          </button>
        </div>
      </form>
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
