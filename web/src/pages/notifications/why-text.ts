import type { DeliveryReason, WhyStep } from "@heliograph/contract";
import { dateTimeText } from "../../format/time.ts";
import type { Messages } from "../../i18n/messages.tsx";

/** Of what somebody else told, who did. */
export const reasonText = (m: Messages, reason: DeliveryReason, answer: string | null): string =>
  reason === "ALREADY_TOLD" && answer ? m.why.toldBy(answer) : m.why.reasons[reason];

/** "A message is held back (e-mail): quiet hours, until 06:00" */
export function stepText({ outcome, channel, reason, until, detail }: WhyStep, m: Messages, locale: string): string {
  const by = channel === null ? "" : ` (${m.notifications.channels[channel]})`;
  const time = until === null ? undefined : dateTimeText(until, locale);
  const when = time === undefined ? undefined : outcome === "TRYING" ? m.why.next(time) : m.why.until(time);
  const isDetailed = detail !== null && detail !== "" && outcome !== "TOLD";
  const facts = [reason && reasonText(m, reason, detail), isDetailed ? detail : undefined, when].filter(Boolean);
  return `${m.why.outcomes[outcome]}${by}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}`;
}
