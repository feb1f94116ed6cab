import { exactJson } from "@heliograph/client";
import type { CommandInput } from "@heliograph/contract";
import { nameIn } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { callDevice } from "../../../api/commands.ts";
import { deviceDescription } from "../../../api/device-types.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { parsedValue } from "../../../typed-fields/attribute-value.ts";
import { jsonProblem } from "../../../typed-fields/json-problem.ts";
import { Field, TextField, textOf } from "../../../ui/field.tsx";
import { CheckedForm } from "../../../ui/form-checks/checked-form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { errorText } from "../../../ui/states.tsx";
import { suggestedParams } from "./suggested-params.ts";

interface Exchange {
  readonly id: number;
  readonly call: string;
  readonly answer: string;
  readonly isError: boolean;
}

const kept = 20;
const msPerSecond = 1_000;

interface RpcConsoleProps {
  readonly deviceId: string;
  /** What is filled in at first. */
  readonly draft?: CommandInput;
  readonly onSave: (command: CommandInput) => void;
}

/** Calls a connected device and shows what it says, newest first. */
export function RpcConsole({ deviceId, draft, onSave }: RpcConsoleProps) {
  const m = useMessages();
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [method, setMethod] = useState(draft?.method ?? "");
  const [params, setParams] = useState(draft?.params === undefined ? "" : exactJson(draft.params));
  const locale = useLocale();
  const listId = useId();
  const { data: description } = useQuery(deviceDescription(deviceId));
  const known = description?.commands ?? [];
  const [problem, setProblem] = useState<string>();
  const write = (text: string) => {
    setParams(text);
    setProblem(undefined);
  };
  const choose = (name: string) => {
    setMethod(name);
    const suggested = suggestedParams(known.find((one) => one.method === name));
    if (suggested !== undefined) write(suggested);
  };
  const tell = (call: string, answer: string, isError: boolean) =>
    setExchanges((before) => [{ id: (before[0]?.id ?? 0) + 1, call, answer, isError }, ...before].slice(0, kept));

  const submit = async (form: FormData) => {
    const text = params.trim() || "{}";
    const call = `${method}(${text})`;
    const parsed = parsedValue("json", text);
    if (!("value" in parsed)) return setProblem(jsonProblem(text, m));
    setBusy(true);
    const timeout = Math.round(Number(textOf(form, "timeout")) * msPerSecond) || 10_000;
    const isOneway = form.get("oneway") !== null;
    await callDevice(deviceId, { method, params: parsed.value, timeout }, isOneway).then(
      (answer) => tell(call, isOneway ? m.commands.delivered : exactJson(answer), false),
      (error: unknown) => tell(call, errorText(error, m), true),
    );
    setBusy(false);
  };

  const save = () => {
    const parsed = parsedValue("json", params.trim() || "{}");
    if ("value" in parsed) onSave({ type: "RPC", method, params: parsed.value });
    else setProblem(jsonProblem(params, m));
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
        <CheckedForm className="form" onSend={(form) => void submit(form)}>
          <div className="form-pair">
            <Field label={m.commands.method} hint={known.length > 0 ? m.commands.fromType : undefined}>
              {(id) => (
                <input
                  id={id}
                  name="method"
                  list={listId}
                  required
                  maxLength={256}
                  autoComplete="off"
                  value={method}
                  onChange={({ target }) => choose(target.value)}
                />
              )}
            </Field>
            <datalist id={listId}>
              {known.map((one) => (
                <option key={one.method} value={one.method}>
                  {nameIn(one, locale) || one.method}
                </option>
              ))}
            </datalist>
            <Field label={m.commands.params} problem={problem}>
              {(id) => (
                <input
                  id={id}
                  name="params"
                  className="mono"
                  placeholder="{}"
                  autoComplete="off"
                  value={params}
                  onChange={({ target }) => write(target.value)}
                />
              )}
            </Field>
            <TextField label={m.commands.timeout} name="timeout" type="number" value="10" min={0.1} max={300} />
          </div>
          <div className="row between">
            <label className="check">
              <input type="checkbox" name="oneway" /> {m.commands.oneway}
            </label>
            <span className="row">
              <button type="button" className="button" disabled={method === ""} onClick={save}>
                <Icon name="keep" /> {m.commands.save}
              </button>
              <button type="submit" className="button primary" disabled={isBusy}>
                <Icon name="send" /> {m.commands.call}
              </button>
            </span>
          </div>
        </CheckedForm>
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
