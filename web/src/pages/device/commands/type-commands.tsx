import { exactJson } from "@heliograph/client";
import type { TypeCommand } from "@heliograph/contract";
import { nameIn } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callDevice } from "../../../api/commands.ts";
import { deviceDescription } from "../../../api/device-types.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { TypeField, typedValue } from "../../../typed-fields/type-fields.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** What the type of the device says can be done: a button each [TYP2]. Nothing where it says nothing. */
export function TypeCommands({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const locale = useLocale();
  const { data } = useQuery(deviceDescription(deviceId));
  const [open, setOpen] = useState<TypeCommand>();
  if (!data || data.commands.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.deviceTypes.actions}</h2>
      </div>
      <div className="card-body row">
        {data.commands.map((command) => (
          <button key={command.method} type="button" className="button" onClick={() => setOpen(command)}>
            <Icon name="send" /> {nameIn(command, locale) || command.method}
          </button>
        ))}
      </div>
      {open && <CommandDialog deviceId={deviceId} command={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

interface CommandDialogProps {
  readonly deviceId: string;
  readonly command: TypeCommand;
  readonly onClose: () => void;
}

const defaultTimeoutMs = 10_000;

/** The form of a command, the question before it is sent, and what the device answered. */
function CommandDialog({ deviceId, command, onClose }: CommandDialogProps) {
  const m = useMessages();
  const locale = useLocale();
  const [answer, setAnswer] = useState<string>();
  const { parameters = [], oneWay = false, timeout = defaultTimeoutMs, method } = command;
  const send = async (form: FormData) => {
    setAnswer(undefined);
    const chosen = parameters.map((one) => [one.key, typedValue(form, one)] as const);
    const params = Object.fromEntries(chosen.filter(([, value]) => value !== undefined));
    const said = await callDevice(deviceId, { method, params, timeout }, oneWay);
    setAnswer(oneWay ? m.commands.delivered : exactJson(said));
  };
  return (
    <Dialog title={nameIn(command, locale) || method} onClose={onClose}>
      <Form action={m.commands.call} send={send} onCancel={onClose}>
        {command.description && <p className="soft">{command.description}</p>}
        {command.confirmation && (
          <p className="note note-warn">
            <Icon name="alert" /> {command.confirmation}
          </p>
        )}
        {parameters.map((one) => (
          <TypeField key={one.key} field={one} required={one.required ?? false} />
        ))}
        {answer !== undefined && (
          <p className="note note-good mono break" role="status">
            {answer}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
