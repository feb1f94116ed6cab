import type { DashboardRecord, DashboardVariable } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { exportDashboard } from "../../api/dashboards.ts";
import { localInputText } from "../../format/time.ts";
import { type Messages, useLocale, useMessages } from "../../i18n/messages.tsx";
import { rangeText, timeWords } from "../../time-range/time-words.ts";
import { Field, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { readParts, selectionTexts } from "./read-parts.ts";
import { canBeFree, type LookedAt } from "./share-request.ts";

interface ShareFormProps {
  readonly record: DashboardRecord;
  readonly looked: LookedAt;
  readonly send: (form: FormData) => Promise<void>;
  readonly onCancel: () => void;
}

/** Everything a link can be told, and what it can read, in words. */
export function ShareForm({ record, looked, send, onCancel }: ShareFormProps) {
  const m = useMessages();
  return (
    <div className="share-columns">
      <Form action={m.sharing.create} send={send} onCancel={onCancel}>
        <TextField label={m.sharing.name} name="name" hint={m.sharing.nameHint} required maxLength={255} autoFocus />
        <div className="form-pair">
          <TextField label={m.sharing.end} name="end" type="datetime-local" hint={m.sharing.endHint} />
          <TextField
            label={m.sharing.password}
            name="password"
            type="password"
            hint={m.sharing.passwordHint}
            autoComplete="new-password"
            maxLength={1_024}
          />
        </div>
        <TimeFields looked={looked} />
        {looked.variables.length > 0 && (
          <fieldset className="share-variables">
            <legend>{m.sharing.variables}</legend>
            {looked.variables.map((variable) => (
              <VariableField key={variable.name} variable={variable} />
            ))}
          </fieldset>
        )}
        <Field label={m.sharing.embed} hint={m.sharing.embedHint}>
          {(id) => <textarea id={id} name="embed" rows={2} className="mono" spellCheck={false} />}
        </Field>
      </Form>
      <Reads record={record} />
    </div>
  );
}

const kinds = ["OWN", "FIXED", "LIMITED"] as const;
type Kind = (typeof kinds)[number];
const spans = ["86400000", "604800000", "2678400000", "31622400000"] as const;
const usualSpan = spans[1];

function TimeFields({ looked }: { readonly looked: LookedAt }) {
  const m = useMessages();
  const locale = useLocale();
  const [kind, setKind] = useState<Kind>("OWN");
  const [opened] = useState(() => Date.now());
  return (
    <div className="form-pair">
      <Field label={m.sharing.time} hint={kind === "FIXED" ? fixedTime(looked, m, locale) : undefined}>
        {(id) => (
          <select id={id} name="time" value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {m.sharing.timeKinds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === "LIMITED" && (
        <>
          <Field label={m.sharing.longest}>
            {(id) => (
              <select id={id} name="longest" defaultValue={usualSpan}>
                {spans.map((span) => (
                  <option key={span} value={span}>
                    {m.sharing.spans[span]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <TextField
            label={m.sharing.notBefore}
            name="notBefore"
            type="datetime-local"
            value={localInputText(opened - Number(usualSpan))}
            hint={m.sharing.notBeforeHint}
          />
        </>
      )}
    </div>
  );
}

const fixedTime = ({ from, to }: LookedAt, m: Messages, locale: string): string =>
  timeWords([from, to], m.timeRange, locale) ?? rangeText(Number(from), Number(to), locale);

function VariableField({ variable }: { readonly variable: DashboardVariable }) {
  const m = useMessages();
  const { name, label } = variable;
  const isOpen = canBeFree(variable);
  return (
    <Field label={label ?? name} hint={isOpen ? undefined : m.sharing.openEnded}>
      {(id) => (
        <select id={id} name={`variable ${name}`} disabled={!isOpen}>
          <option value="FIXED">{m.sharing.fixed}</option>
          <option value="FREE">{m.sharing.free}</option>
        </select>
      )}
    </Field>
  );
}

function Reads({ record }: { readonly record: DashboardRecord }) {
  const m = useMessages();
  const can = [m.sharing.readsData, ...useReadParts(record), m.sharing.readsAlarms];
  const cannot = [m.sharing.readsFiles, m.sharing.readsControls, m.sharing.readsNothing];
  return (
    <aside className="share-reads">
      <h3>{m.sharing.reads}</h3>
      <ul>
        {can.map((text) => (
          <li key={text}>
            <Icon name="check" /> <span className="break">{text}</span>
          </li>
        ))}
        {cannot.map((text) => (
          <li key={text} className="soft">
            <Icon name="close" /> {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}

const namedAtMost = 12;

/** Which devices and which channels these are, by name. */
function useReadParts({ id, version, configuration }: DashboardRecord): string[] {
  const m = useMessages();
  const { data } = useQuery({
    queryKey: ["dashboard-names", id.id, version],
    queryFn: () => exportDashboard(id.id),
    staleTime: 60_000,
  });
  const { selections, keys, isEveryKey } = useMemo(() => readParts(configuration), [configuration]);
  if (!data) return [];
  const devices = selections.flatMap((one) => selectionTexts(one, data.names ?? {}, configuration, m.sharing));
  const listed = (names: readonly string[]) => {
    const all = [...new Set(names)];
    const further = all.length - namedAtMost;
    return all.slice(0, namedAtMost).join(", ") + (further > 0 ? `, ${m.dashboards.further(further)}` : "");
  };
  return [
    ...(devices.length > 0 ? [m.sharing.readsDevices(listed(devices))] : []),
    ...(isEveryKey || keys.length > 0
      ? [m.sharing.readsChannels(isEveryKey ? m.sharing.everyChannel : listed(keys))]
      : []),
  ];
}
