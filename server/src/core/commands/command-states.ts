import type { Command, CommandStatus, CommandType } from "./command.ts";

export type CommandEvent = "send" | "return" | "deliver" | "answer" | "fail" | "timeout" | "expire" | "cancel";

/** Commands whose repetition does no harm; the others go out at most once [CMD2]. */
const repeatable: readonly CommandType[] = ["LIST_FILES", "REQUEST_FILE"];
/** How often an unanswered command goes back into the queue. */
const requeuedAtMost = 5;
export const noAnswer = "no answer";

/**
 * The life of a command, all of it. Where a status does not name an event, the event changes nothing. `timeout` of a
 * repeatable command goes back to QUEUED until it came back too often (see `afterTimeout`).
 */
const transitions: Readonly<Record<CommandStatus, Partial<Record<CommandEvent, CommandStatus>>>> = {
  QUEUED: { send: "SENT", expire: "EXPIRED", cancel: "CANCELLED", answer: "DONE", fail: "FAILED" },
  SENT: { return: "QUEUED", deliver: "DONE", answer: "DONE", fail: "FAILED", timeout: "FAILED", cancel: "CANCELLED" },
  // A late answer still closes its command.
  FAILED: { answer: "DONE" },
  EXPIRED: { answer: "DONE", fail: "FAILED" },
  DONE: {},
  CANCELLED: {},
};

/** The status after the event; undefined when it changes nothing. */
export function statusAfter(
  command: Pick<Command, "status" | "attempts" | "error">,
  event: CommandEvent,
): CommandStatus | undefined {
  if (event === "answer" && !awaitsAnswer(command)) return undefined;
  return transitions[command.status][event];
}

export const afterTimeout = (command: Pick<Command, "body" | "attempts">): "QUEUED" | "FAILED" =>
  repeatable.includes(command.body.type) && command.attempts <= requeuedAtMost ? "QUEUED" : "FAILED";

/** Only what was handed out can be answered; what failed otherwise than by silence is over. */
const awaitsAnswer = ({ status, attempts, error }: Pick<Command, "status" | "attempts" | "error">): boolean =>
  attempts > 0 && (status !== "FAILED" || error === noAnswer);
