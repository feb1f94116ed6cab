import type { Excess } from "../../../core/rates/index.ts";
import { monotonicMs } from "../../../kernel/time.ts";
import { closeSession } from "../session/close-session.ts";
import { hold } from "../session/connection.ts";
import type { MqttContext } from "../session/mqtt-context.ts";
import type { Session } from "../session/session.ts";

/** Reading goes on after this at the latest, so that a keep-alive packet behind the messages is seen. */
const longestWaitMs = 5_000;

/** Charges a stored message; whoever is above a limit is not read for a while. */
export async function throttle(context: MqttContext, session: Session, points: number): Promise<void> {
  const now = monotonicMs();
  const excess = await context.rates.count(session.device, points);
  if (excess) slowDown(context, session, excess, now);
  else session.throttledSince = 0;
}

/** Back-pressure comes first, the end of the connection only when it lasts [MQ9]. */
function slowDown(context: MqttContext, session: Session, excess: Excess, now: number): void {
  const words = `more than ${excess.perSecond} per second (${excess.limit})`;
  if (session.throttledSince === 0) {
    session.throttledSince = now;
    context.counts.rejected("throttled");
    context.gateway.remark(session.device, {
      kind: "MESSAGE_REJECTED",
      direction: "IN",
      messageId: undefined,
      size: undefined,
      summary: "Messages are taken more slowly",
      error: `Rate limit: ${words}`,
    });
  } else if (now - session.throttledSince > context.limits.rateToleranceMs) {
    closeSession(session, "rate-too-high", `rate limit exceeded for too long: ${words}`);
    return;
  }
  pause(session, Math.min(excess.waitMs, longestWaitMs));
}

/** The messages of a burst each ask for a pause: the longest one counts. */
function pause(session: Session, waitMs: number): void {
  const until = monotonicMs() + waitMs;
  if (until <= session.pausedUntil) return;
  session.pausedUntil = until;
  session.connection.hold(hold.rate);
  setTimeout(() => {
    if (session.pausedUntil === until) session.connection.release(hold.rate);
  }, waitMs).unref();
}
