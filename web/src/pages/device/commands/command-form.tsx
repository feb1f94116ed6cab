import type { CommandInput } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { queueCommand } from "../../../api/commands.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { parsedValue } from "../attributes/attribute-value.ts";

type Kind = CommandInput["type"];
const minuteMs = 60_000;

export function CommandForm({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("SCPI");
  const [problem, setProblem] = useState<string>();
  const queue = useMutation({
    mutationFn: (input: CommandInput) => queueCommand(deviceId, input),
    onSuccess: () => {
      toast(m.commands.queued);
      void client.invalidateQueries({ queryKey: ["commands", deviceId] });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const parsed = parsedValue("json", textOf(form, "params") || "{}");
    if (!("value" in parsed)) return setProblem(m.attributes.badJson("detail" in parsed ? parsed.detail : ""));
    setProblem(undefined);
    queue.mutate(commandInputOf(kind, form, parsed.value));
  };
  return (
    <Dialog title={m.commands.new} onClose={onClose}>
      <Segments
        label={m.common.type}
        options={(["SCPI", "SCRIPT", "RPC"] as const).map((one) => [one, m.commands.types[one]] as const)}
        value={kind}
        onChange={setKind}
      />
      <form className="form" onSubmit={submit}>
        {kind === "RPC" ? <RpcFields /> : <TextFields kind={kind} />}
        <TextField label={m.commands.expiresIn} name="expires" type="number" hint={m.commands.expiresHint} />
        {problem && (
          <p className="note note-error" role="alert">
            {problem}
          </p>
        )}
        <ErrorNote error={queue.error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={queue.isPending}>
            {m.commands.send}
          </button>
        </div>
      </form>
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
