import { exactJson } from "@heliograph/client";
import { type FormEvent, useState } from "react";
import { callDevice } from "../../../api/commands.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { parsedValue } from "../../../typed-fields/attribute-value.ts";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { errorText } from "../../../ui/states.tsx";

interface Exchange {
  readonly id: number;
  readonly call: string;
  readonly answer: string;
  readonly isError: boolean;
}

const kept = 20;
const msPerSecond = 1_000;

/** Calls a connected device and shows what it says, newest first. */
export function RpcConsole({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  const tell = (call: string, answer: string, isError: boolean) =>
    setExchanges((before) => [{ id: (before[0]?.id ?? 0) + 1, call, answer, isError }, ...before].slice(0, kept));

  const submit = async (form: FormData) => {
    const method = textOf(form, "method");
    const text = textOf(form, "params") || "{}";
    const call = `${method}(${text})`;
    const parsed = parsedValue("json", text);
    if (!("value" in parsed)) return tell(call, m.attributes.badJson("detail" in parsed ? parsed.detail : ""), true);
    setBusy(true);
    const timeout = Math.round(Number(textOf(form, "timeout")) * msPerSecond) || 10_000;
    const isOneway = form.get("oneway") !== null;
    await callDevice(deviceId, { method, params: parsed.value, timeout }, isOneway).then(
      (answer) => tell(call, isOneway ? m.commands.delivered : exactJson(answer), false),
      (error: unknown) => tell(call, errorText(error, m), true),
    );
    setBusy(false);
  };

  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.commands.rpc}</h2>
          <p>{m.commands.rpcText}</p>
        </div>
      </div>
      <div className="card-body stack">
        <form
          className="form"
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            void submit(new FormData(event.currentTarget));
          }}
        >
          <div className="form-pair">
            <TextField label={m.commands.method} name="method" required maxLength={256} />
            <Field label={m.commands.params}>
              {(id) => <input id={id} name="params" className="mono" placeholder="{}" autoComplete="off" />}
            </Field>
            <TextField label={m.commands.timeout} name="timeout" type="number" value="10" />
          </div>
          <div className="row between">
            <label className="check">
              <input type="checkbox" name="oneway" /> {m.commands.oneway}
            </label>
            <button type="submit" className="button primary" disabled={isBusy}>
              <Icon name="send" /> {m.commands.call}
            </button>
          </div>
        </form>
        <div role="log" aria-label={m.commands.rpc}>
          {exchanges.map(({ id, call, answer, isError }) => (
            <div key={id} className="exchange mono">
              <div className="break">› {call}</div>
              <div className={isError ? "break bad-text" : "break good-text"}>{answer}</div>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
