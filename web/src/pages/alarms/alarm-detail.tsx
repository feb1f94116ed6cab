import type { AlarmCommentRecord, AlarmCommentSubtype, AlarmInfoRecord, AlarmSeverity } from "@heliograph/contract";
import { alarmCommentSubtypes, alarmSeverities } from "@heliograph/contract";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { alarmComments, commentOn, removeComment, unshelveAlarm } from "../../api/alarms.ts";
import { ruleOfAlarm } from "../../api/rules.ts";
import { dateTimeText } from "../../format/time.ts";
import { type Messages, useLocale, useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser, useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Severity } from "../../ui/severity.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { WhyTold } from "../notifications/why-told.tsx";
import { AlarmActions, useAlarmsChanged } from "./alarm-actions.tsx";
import { AlarmDevice } from "./alarm-device.tsx";
import { Lasts, Silence } from "./alarm-table.tsx";
import { AlarmValues } from "./alarm-values.tsx";

/** The chart library comes when there is something to draw. */
const AlarmChart = lazy(async () => ({ default: (await import("./alarm-chart.tsx")).AlarmChart }));

interface AlarmDetailProps {
  readonly alarm: AlarmInfoRecord;
  readonly onClose: () => void;
}

/** One alarm: what caused it, what happened to it, what people say. */
export function AlarmDetail({ alarm, onClose }: AlarmDetailProps) {
  const m = useMessages();
  const may = useMay();
  const mayHandle = may("HANDLE_ALARMS");
  const mayDraw = may(pageNeeds.rules) && may("VIEW_TELEMETRY") && alarm.originator.entityType === "DEVICE";
  const rule = ruleOfAlarm(alarm.details);
  const changed = useAlarmsChanged();
  const unshelve = useMutation({ mutationFn: () => unshelveAlarm(alarm.id.id), onSuccess: changed });
  return (
    <aside className="card alarm-detail" aria-label={alarm.type}>
      <div className="card-head">
        <div>
          <h2 className="break">{alarm.type}</h2>
          <p className="soft">
            <AlarmDevice alarm={alarm} /> · {m.alarms.statuses[alarm.status]} · <Lasts alarm={alarm} />
          </p>
        </div>
        <button type="button" className="button ghost square" aria-label={m.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="card-body">
        <div className="row">
          <Severity severity={alarm.severity} /> <Silence alarm={alarm} />
        </div>
        {mayHandle && (
          <div className="row">
            <AlarmActions ids={[alarm.id.id]} isAcknowledged={alarm.acknowledged} isCleared={alarm.cleared} />
            {alarm.shelved && (
              <button type="button" className="button" disabled={unshelve.isPending} onClick={() => unshelve.mutate()}>
                {m.alarms.unshelve}
              </button>
            )}
            <ErrorNote error={unshelve.error} />
          </div>
        )}
        <AlarmValues alarm={alarm} />
        {rule && mayDraw && (
          <Suspense fallback={<Skeleton lines={3} />}>
            <AlarmChart key={alarm.id.id} alarm={alarm} ruleId={rule.ruleId} />
          </Suspense>
        )}
        <WhyTold alarmId={alarm.id.id} />
        <History alarm={alarm} />
        {mayHandle && <CommentForm alarmId={alarm.id.id} />}
      </div>
    </aside>
  );
}

function History({ alarm }: { readonly alarm: AlarmInfoRecord }) {
  const m = useMessages();
  const { data, error } = useQuery(alarmComments(alarm.id.id));
  return (
    <section>
      <h3>{m.alarms.history}</h3>
      <ErrorNote error={error} />
      {!data && !error && <Skeleton lines={2} />}
      <ol className="alarm-history">
        {data?.data.map((comment) => (
          <li key={comment.id.id}>
            <Comment comment={comment} />
          </li>
        ))}
        <li className="soft">
          <Time ms={alarm.startTs} /> {m.alarms.raised}
        </li>
      </ol>
    </section>
  );
}

function Comment({ comment }: { readonly comment: AlarmCommentRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const { id } = useCurrentUser();
  const changed = useAlarmsChanged();
  const mayHandle = useMay()("HANDLE_ALARMS");
  const remove = useMutation({
    mutationFn: () => removeComment(comment.alarmId.id, comment.id.id),
    onSuccess: changed,
  });
  if (comment.type === "SYSTEM") {
    return (
      <p className="soft">
        <Time ms={comment.createdTime} /> {happenedText(comment, m, locale)}
      </p>
    );
  }
  return (
    <>
      <div className="row between">
        <span>
          <strong>{comment.email ?? m.alarms.nobody}</strong>{" "}
          <small className="soft">
            <Time ms={comment.createdTime} />
          </small>
        </span>
        {mayHandle && comment.userId?.id === id.id && (
          <button
            type="button"
            className="button ghost square small"
            aria-label={m.alarms.deleteComment}
            title={m.alarms.deleteComment}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      <p>{comment.name}</p>
      <ErrorNote error={remove.error} />
    </>
  );
}

/** In the reader's language where we know what it is about; as the server wrote it otherwise. */
function happenedText({ comment, name }: AlarmCommentRecord, m: Messages, locale: string): string {
  const subtype = alarmCommentSubtypes.find((one) => one === comment["subtype"]);
  if (!subtype) return name;
  return m.alarms.happened[subtype](factsOf(subtype, comment, m, locale));
}

function factsOf(
  subtype: AlarmCommentSubtype,
  comment: Readonly<Record<string, unknown>>,
  m: Messages,
  locale: string,
): Record<string, string> {
  const text = (key: string) => String(comment[key] ?? "");
  const severity = (key: string) => {
    const known: AlarmSeverity | undefined = alarmSeverities.find((one) => one === comment[key]);
    return known ? m.alarms.severities[known] : "";
  };
  return {
    name: text("userName"),
    to: text("assigneeName"),
    reason: text("reason"),
    before: severity("oldSeverity"),
    after: severity("newSeverity"),
    until: subtype === "SHELVED" ? dateTimeText(Number(comment["until"]), locale) : "",
  };
}

function CommentForm({ alarmId }: { readonly alarmId: string }) {
  const m = useMessages();
  const changed = useAlarmsChanged();
  const send = async (form: FormData) => {
    await commentOn(alarmId, String(form.get("text")));
    await changed();
  };
  return (
    <Form action={m.alarms.send} send={send} isEmptiedAfter className="form alarm-comment">
      <textarea
        name="text"
        rows={2}
        required
        maxLength={4_096}
        aria-label={m.alarms.writeComment}
        placeholder={m.alarms.writeComment}
      />
    </Form>
  );
}
