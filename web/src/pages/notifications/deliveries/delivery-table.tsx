import type { DeliveryState, NotificationChannel, NotificationRecord } from "@heliograph/contract";
import { durationText } from "../../../format/duration.ts";
import { countText } from "../../../format/number.ts";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CardTable } from "../../../ui/card-table.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { SeverityMark } from "../../../ui/severity.tsx";
import { Time } from "../../../ui/time.tsx";

interface DeliveryTableProps {
  readonly deliveries: readonly NotificationRecord[];
  readonly current: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

export function DeliveryTable({ deliveries, current, onOpen }: DeliveryTableProps) {
  const m = useMessages();
  return (
    <div className="table-scroll">
      <CardTable className="alarm-table">
        <thead>
          <tr>
            <th>{m.notifications.about}</th>
            <th>{m.notifications.time}</th>
            <th>{m.notifications.to}</th>
            <th>{m.notifications.channel}</th>
            <th>{m.notifications.result}</th>
            <th className="right">{m.notifications.tries}</th>
            <th className="right">{m.notifications.took}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((one) => (
            <Row key={one.id.id} delivery={one} isCurrent={one.id.id === current} onOpen={onOpen} />
          ))}
        </tbody>
      </CardTable>
    </div>
  );
}

interface RowProps {
  readonly delivery: NotificationRecord;
  readonly isCurrent: boolean;
  readonly onOpen: (id: string | undefined) => void;
}

function Row({ delivery, isCurrent, onOpen }: RowProps) {
  const m = useMessages();
  const locale = useLocale();
  const { id, createdTime, subject, severity, recipient, channel, step, attempts } = delivery;
  return (
    <tr data-current={isCurrent || undefined}>
      <td>
        <span className="delivery-about">
          <SeverityMark severity={severity} />
          <button
            type="button"
            className="alarm-open"
            aria-expanded={isCurrent}
            data-opens
            onClick={() => onOpen(isCurrent ? undefined : id.id)}
          >
            {subject}
          </button>
        </span>
        {step > 0 && <span className="badge">{m.notifications.step(step)}</span>}
      </td>
      <td className="nowrap">
        <Time ms={createdTime} />
      </td>
      <td className="break">{recipient}</td>
      <td className="nowrap">
        <Channel channel={channel} />
      </td>
      <td className="nowrap">
        <StateBadge state={delivery.state} />
      </td>
      <td className="right">{attempts === 0 ? "–" : countText(attempts, locale)}</td>
      <td className="right soft">{tookText(delivery, m.notifications, locale)}</td>
    </tr>
  );
}

const icons: Record<NotificationChannel, IconName> = { INBOX: "bell", MAIL: "mail", WEBHOOK: "webhook" };

export function Channel({ channel }: { readonly channel: NotificationChannel }) {
  const m = useMessages();
  return (
    <span className="delivery-channel">
      <Icon name={icons[channel]} size={16} /> {m.notifications.channels[channel]}
    </span>
  );
}

const tones: Record<DeliveryState, string> = {
  ...{ HELD: "", TRYING: " warn", DELIVERED: " good", GROUPED: "", FAILED: " bad", DROPPED: "" },
};

export function StateBadge({ state }: { readonly state: DeliveryState }) {
  const m = useMessages();
  return <span className={`badge${tones[state]}`}>{m.notifications.states[state]}</span>;
}

type Words = ReturnType<typeof useMessages>["notifications"];

/** How long it took; of what has not arrived, when it goes on. */
function tookText(delivery: NotificationRecord, words: Words, locale: string): string {
  const { createdTime, deliveredTime, heldUntil, nextAttempt } = delivery;
  if (deliveredTime !== null) return durationText(Math.max(0, deliveredTime - createdTime), locale);
  if (heldUntil !== null) return words.heldUntil(dateTimeText(heldUntil, locale));
  return nextAttempt === null ? "–" : words.nextAttempt(dateTimeText(nextAttempt, locale));
}
