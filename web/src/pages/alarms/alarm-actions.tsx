import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acknowledgeAlarms, assignAlarms, assignableTo, clearAlarms, shelveAlarms } from "../../api/alarms.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";

/** After a change by oneself everything about alarms is read again. */
export function useAlarmsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = ["alarms", "alarm-counts", "alarm-comments", "alarm-types"];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

interface AlarmActionsProps {
  readonly ids: readonly string[];
  /** All of them are: it cannot be done again. */
  readonly isAcknowledged?: boolean;
  readonly isCleared?: boolean;
}

/** What can be done with alarms, one or many. */
export function AlarmActions({ ids, isAcknowledged = false, isCleared = false }: AlarmActionsProps) {
  const m = useMessages();
  const locale = useLocale();
  const changed = useAlarmsChanged();
  const [open, setOpen] = useState<"assign" | "shelve">();
  const act = useMutation({
    mutationFn: (change: (ids: string[]) => Promise<{ changed: number }>) => change([...ids]),
    onSuccess: async (outcome) => {
      toast(m.alarms.changed(countText(outcome.changed, locale)));
      await changed();
    },
  });
  const isIdle = !act.isPending && ids.length > 0;
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!isIdle || isAcknowledged}
        onClick={() => act.mutate(acknowledgeAlarms)}
      >
        <Icon name="check" /> {m.alarms.acknowledge}
      </button>
      <button type="button" className="button" disabled={!isIdle} onClick={() => setOpen("assign")}>
        <Icon name="user" /> {m.alarms.assign}
      </button>
      <button type="button" className="button" disabled={!isIdle} onClick={() => setOpen("shelve")}>
        <Icon name="pause" /> {m.alarms.shelve}
      </button>
      <button type="button" className="button" disabled={!isIdle || isCleared} onClick={() => act.mutate(clearAlarms)}>
        <Icon name="close" /> {m.alarms.clear}
      </button>
      <ErrorNote error={act.error} />
      {open === "assign" && <AssignDialog ids={ids} onClose={() => setOpen(undefined)} />}
      {open === "shelve" && <ShelveDialog ids={ids} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface DialogProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** Those who can see the first of them; who cannot see another one is not given it. */
function AssignDialog({ ids, onClose }: DialogProps) {
  const m = useMessages();
  const changed = useAlarmsChanged();
  const { data, error } = useQuery(assignableTo(ids[0] ?? ""));
  const send = async (form: FormData) => {
    const to = String(form.get("user") ?? "");
    await assignAlarms([...ids], to === "" ? null : to);
    await changed();
    onClose();
  };
  return (
    <Dialog title={m.alarms.assign} onClose={onClose}>
      <Form action={m.alarms.assign} send={send} onCancel={onClose}>
        <ErrorNote error={error} />
        <Field label={m.alarms.assignTo}>
          {(id) => (
            <select id={id} name="user" key={data ? "there" : "coming"}>
              <option value="">{m.alarms.nobody}</option>
              {data?.data.map((user) => (
                <option key={user.id.id} value={user.id.id}>
                  {user.email}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

const hourMs = 3_600_000;
const shelvings = { hour: hourMs, shift: 8 * hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
type ShelvingTime = keyof typeof shelvings;
const isShelvingTime = (name: string): name is ShelvingTime => Object.hasOwn(shelvings, name);

function ShelveDialog({ ids, onClose }: DialogProps) {
  const m = useMessages();
  const changed = useAlarmsChanged();
  const send = async (form: FormData) => {
    const time = String(form.get("time"));
    const until = Date.now() + shelvings[isShelvingTime(time) ? time : "hour"];
    await shelveAlarms([...ids], until, String(form.get("reason")));
    await changed();
    onClose();
  };
  return (
    <Dialog title={m.alarms.shelve} onClose={onClose}>
      <Form action={m.alarms.shelve} send={send} onCancel={onClose}>
        <Field label={m.alarms.shelveFor}>
          {(id) => (
            <select id={id} name="time" defaultValue="shift">
              {(Object.keys(shelvings) as ShelvingTime[]).map((time) => (
                <option key={time} value={time}>
                  {m.alarms.shelveTimes[time]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={m.alarms.reason}>{(id) => <input id={id} name="reason" required maxLength={255} />}</Field>
        <p className="soft">{m.alarms.shelveText}</p>
      </Form>
    </Dialog>
  );
}
