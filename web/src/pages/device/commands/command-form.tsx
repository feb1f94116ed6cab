import type { CommandInput } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queueCommand } from "../../../api/commands.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { Segments } from "../../../ui/segments.tsx";
import { toast } from "../../../ui/toast.tsx";
import { parsedValue } from "../attributes/attribute-value.ts";

type Kind = CommandInput["type"];
const minuteMs = 60_000;

export function CommandForm({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("SCPI");
  const queue = async (form: FormData) => {
    const parsed = parsedValue("json", textOf(form, "params") || "{}");
    if (!("value" in parsed)) throw new FormProblem(m.attributes.badJson("detail" in parsed ? parsed.detail : ""));
    await queueCommand(deviceId, commandInputOf(kind, form, parsed.value));
    toast(m.commands.queued);
    void client.invalidateQueries({ queryKey: ["commands", deviceId] });
    onClose();
  };
  return (
    <Dialog title={m.commands.new} onClose={onClose}>
      <Segments
        label={m.common.type}
        options={(["SCPI", "SCRIPT", "RPC"] as const).map((one) => [one, m.commands.types[one]] as const)}
        value={kind}
        onChange={setKind}
      />
      <Form action={m.commands.send} send={queue} onCancel={onClose}>
        {kind === "RPC" ? <RpcFields /> : <TextFields kind={kind} />}
        <TextField label={m.commands.expiresIn} name="expires" type="number" hint={m.commands.expiresHint} />
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
