import type { NotificationDetail } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { notification, retryNotification } from "../../../api/notifications.ts";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { SaidMark } from "../../../ui/said-mark.tsx";
import { Severity } from "../../../ui/severity.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { reasonText } from "../why-text.ts";
import { Attempts } from "./attempts.tsx";
import { Channel, StateBadge } from "./delivery-table.tsx";

interface DeliveryDetailProps {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

/** One message with each attempt and answer, what was sent, and why. */
export function DeliveryDetail({ id, onOpen, onClose }: DeliveryDetailProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(notification(id));
  return (
    <aside className="card alarm-detail" aria-label={data?.subject ?? m.notifications.deliveries}>
      <div className="card-head">
        <div>
          <h2 className="break">{data?.subject ?? m.common.loading}</h2>
          {data && (
            <p className="soft">
              <Channel channel={data.channel} /> · <span className="break">{data.recipient}</span>
            </p>
          )}
        </div>
        <button type="button" className="button ghost square" aria-label={m.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {data ? (
        <Detail detail={data} onOpen={onOpen} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </aside>
  );
}

interface DetailProps {
  readonly detail: NotificationDetail;
  readonly onOpen: (id: string) => void;
}

function Detail({ detail, onOpen }: DetailProps) {
  const m = useMessages();
  return (
    <div className="card-body">
      <div className="row">
        <StateBadge state={detail.state} /> {!detail.scheduleId && <Severity severity={detail.severity} />}
      </div>
      <Outcome detail={detail} onOpen={onOpen} />
      <Attempts detail={detail} />
      <Acts detail={detail} />
      {detail.sent !== null && <Sent detail={detail} sent={detail.sent} />}
      <Items detail={detail} />
      <section>
        <h3>{m.notifications.whySent}</h3>
        <dl className="facts">
          <dt>{m.notifications.policy}</dt>
          <dd>
            <ToldBy detail={detail} />
            {detail.step > 0 && ` · ${m.notifications.step(detail.step)}`}
          </dd>
        </dl>
      </section>
    </div>
  );
}

function ToldBy({ detail: { policyId, ruleId, scheduleId, policyName } }: { readonly detail: NotificationDetail }) {
  if (policyId)
    return (
      <Link to="/notifications/policies/$policyId" params={{ policyId: policyId.id }}>
        {policyName}
      </Link>
    );
  if (ruleId)
    return (
      <Link to="/rules/$ruleId" params={{ ruleId: ruleId.id }} search={{ tab: "traces" }}>
        {policyName}
      </Link>
    );
  if (scheduleId)
    return (
      <Link to="/schedules/$scheduleId" params={{ scheduleId: scheduleId.id }}>
        {policyName}
      </Link>
    );
  return policyName;
}

/** The answer before the proof. */
function Outcome({ detail, onOpen }: DetailProps) {
  const m = useMessages();
  const locale = useLocale();
  const { state, attempts, deliveredTime, createdTime, reason, answer, channel, groupedInto } = detail;
  if (groupedInto)
    return (
      <p>
        {m.notifications.groupedInto}{" "}
        <button type="button" className="as-link" onClick={() => onOpen(groupedInto.id)}>
          {m.notifications.openOther}
        </button>
      </p>
    );
  const took = durationText(Math.max(0, (deliveredTime ?? createdTime) - createdTime), locale);
  const delivered = channel === "INBOX" ? m.notifications.inInbox : m.notifications.deliveredAfter(attempts, took);
  return (
    <p>
      <strong>{state === "DELIVERED" ? delivered : m.notifications.notDelivered(attempts)}</strong>
      {reason !== null && `: ${reasonText(m, reason, answer)}`}
    </p>
  );
}

function Sent({ detail, sent }: { readonly detail: NotificationDetail; readonly sent: string }) {
  const m = useMessages();
  return (
    <section>
      <div className="row between">
        <h3>{m.notifications.sent}</h3>
        <CopyButton text={sent} />
      </div>
      <pre className="delivery-sent">{readable(sent)}</pre>
      {detail.channel === "WEBHOOK" && <small className="soft">{m.notifications.sameKey}</small>}
    </section>
  );
}

/** JSON with its parts below each other; what is none as it is. */
function readable(sent: string): string {
  try {
    return JSON.stringify(JSON.parse(sent), null, 2);
  } catch {
    return sent;
  }
}

function Items({ detail: { items, count } }: { readonly detail: NotificationDetail }) {
  const m = useMessages();
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{m.notifications.items}</h3>
      <ul className="delivery-items">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an alarm may be told twice in one message
          <li key={at}>
            <SaidMark of={item} />
            <span className="break">
              {item.alarmId ? (
                <Link to="/alarms" search={{ alarm: item.alarmId.id }}>
                  {item.title}
                </Link>
              ) : (
                item.title
              )}{" "}
              <small className="soft">
                {item.deviceName !== null && `${item.deviceName} · `}
                {m.inbox.occasions[item.occasion]} · <Time ms={item.ts} />
              </small>
            </span>
          </li>
        ))}
      </ul>
      {count > items.length && <small className="soft">{m.notifications.andMore(count - items.length)}</small>}
    </section>
  );
}

/** What was delivered, grouped or dropped is not sent again. */
const isAgain = ({ state, channel }: NotificationDetail): boolean =>
  channel !== "INBOX" && (state === "HELD" || state === "TRYING" || state === "FAILED");

function Acts({ detail }: { readonly detail: NotificationDetail }) {
  const m = useMessages();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => retryNotification(detail.id.id),
    onSuccess: () => toast(m.notifications.sentAgain),
    onSettled: () => client.invalidateQueries({ queryKey: ["notifications"] }),
  });
  if (!isAgain(detail)) return null;
  return (
    <div className="row">
      <button type="button" className="button" disabled={again.isPending} onClick={() => again.mutate()}>
        <Icon name="refresh" /> {m.notifications.again}
      </button>
      <ErrorNote error={again.error} />
    </div>
  );
}
