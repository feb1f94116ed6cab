import type { CommandInput } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { parsedValue } from "../../../typed-fields/attribute-value.ts";
import { jsonProblem } from "../../../typed-fields/json-problem.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { Segments } from "../../../ui/segments.tsx";

type Kind = CommandInput["type"];
const minuteMs = 60_000;

interface CommandDialogProps {
  readonly title: string;
  /** For whom it is, where the page does not say it. */
  readonly about?: string;
  readonly action: string;
  readonly send: (command: CommandInput) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A command is written; where it goes is its caller's matter. */
export function CommandDialog({ title, about, action, send, onClose }: CommandDialogProps) {
  const m = useMessages();
  const [kind, setKind] = useState<Kind>("RPC");
  const submit = async (form: FormData) => {
    const text = textOf(form, "params") || "{}";
    const parsed = parsedValue("json", text);
    if (!("value" in parsed)) throw new FormProblem(jsonProblem(text, m));
    await send(commandInputOf(kind, form, parsed.value));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {about && <p className="break">{about}</p>}
      <Segments
        label={m.common.type}
        options={(["RPC", "SCPI", "SCRIPT"] as const).map((one) => [one, m.commands.types[one]] as const)}
        value={kind}
        onChange={setKind}
      />
      <Form action={action} send={submit} onCancel={onClose}>
        {kind === "RPC" ? <RpcFields /> : <TextFields kind={kind} />}
        <TextField
          label={m.commands.expiresIn}
          name="expires"
          type="number"
          min={1 / 60}
          hint={m.commands.expiresHint}
        />
      </Form>
    </Dialog>
  );
}

function commandInputOf(type: Kind, form: FormData, params: unknown): CommandInput {
  const minutes = Number(textOf(form, "expires"));
  const expiry = minutes > 0 ? { expiresIn: Math.round(minutes * minuteMs) } : {};
  if (type === "RPC") return { type, method: textOf(form, "method"), params, ...expiry };
  const target = textOf(form, "target") === "app" ? "app" : "dev";
  return { type, text: textOf(form, "text"), ...(type === "SCPI" && { target }), ...expiry } as CommandInput;
}

function TextFields({ kind }: { readonly kind: "SCPI" | "SCRIPT" }) {
  const m = useMessages();
  return (
    <>
      {kind === "SCPI" && (
        <Field label={m.commands.target}>
          {(id) => (
            <select id={id} name="target">
              <option value="dev">{m.commands.targets.dev}</option>
              <option value="app">{m.commands.targets.app}</option>
            </select>
          )}
        </Field>
      )}
      <Field label={m.commands.text}>
        {(id) => <textarea id={id} name="text" required rows={4} spellCheck={false} placeholder="*IDN?" />}
      </Field>
    </>
  );
}

function RpcFields() {
  const m = useMessages();
  return (
    <>
      <TextField label={m.commands.method} name="method" required maxLength={256} />
      <Field label={m.commands.params}>
        {(id) => <textarea id={id} name="params" rows={4} spellCheck={false} placeholder='{"on": true}' />}
      </Field>
    </>
  );
}
