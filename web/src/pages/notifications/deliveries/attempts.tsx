import type { NotificationDetail } from "@heliograph/contract";
import { durationText } from "../../../format/duration.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { answerText } from "../answer-text.ts";

/** Each attempt with what was answered. */
export function Attempts({ detail: { tries } }: { readonly detail: NotificationDetail }) {
  const m = useMessages();
  const locale = useLocale();
  if (tries.length === 0) return null;
  const inOrder = tries.toSorted((a, b) => a.ts - b.ts);
  return (
    <section>
      <h3>{m.notifications.attempts}</h3>
      <ol className="attempts">
        {inOrder.map(({ ts, tookMs, accepted, answer, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only added to
          <li key={at} data-accepted={accepted || undefined}>
            <span className="attempt-mark" aria-hidden="true">
              {accepted ? <Icon name="check" size={14} /> : at + 1}
            </span>
            <span className="break">
              <Time ms={ts} />
              <br />
              <span title={answer}>{answerText({ answer, problem }, m.notifications)}</span>
            </span>
            <small className="soft nowrap">{durationText(tookMs, locale)}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
