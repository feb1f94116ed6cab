import { epochMs } from "../../../../kernel/time.ts";
import type { NamedRecipients, Tell } from "../../../notifications/index.ts";
import type { ActionTaker } from "../action-taker.ts";
import { toldBy } from "./told-by.ts";

/** A message of a rule waits for more of its kind while more comes: ten thousand devices that fail at once are one. */
interface Waiting {
  readonly waitMs: number;
  readonly everyMs: number;
}

/** Actions are carried out after the alarms of their transitions are stored, which takes longer where there are thousands: up to so many waits. */
const longestWaits = 24;

/** Has it told and notes that in one transaction: once, whatever happens [RUL4, NTF1]. To whom is noted when it goes out. */
export const tellPeople = (
  tell: Pick<Tell, "tell">,
  named: Pick<NamedRecipients, "misnamed">,
  waiting: Waiting,
): ActionTaker<"NOTIFY"> => ({
  kind: "NOTIFY",
  isStored: true,
  problems: async ({ reach }, { recipients }) =>
    (await named.misnamed(reach, recipients)).map(({ path, message, code, named: id }) => ({
      ...{ path: `recipients.${path}`, message, code },
      params: { id },
    })),
  carryOut: async (order) => {
    const { recipients, language = "en" } = order.action;
    const telling = {
      ...{ recipients: inLowerCase(recipients), channels: ["INBOX", "MAIL"] as const, language },
      ...{ quietHours: null, perHour: null },
    };
    const { group, name, ...message } = toldBy(order);
    const place = { name, projectId: null, group, telling, ...waiting, longestMs: longestWaits * waiting.waitMs };
    await tell.tell({
      ...message,
      ts: epochMs(message.ts),
      alarmId: order.alarmId ?? null,
      ruleId: order.rule.id,
      place,
    });
    return "collected with others like it";
  },
});

/** Ids as they are stored; addresses stay as they are. */
function inLowerCase<T extends object>(recipients: T): T {
  const lists = Object.entries(recipients).map(([name, list]: [string, unknown]) => [
    name,
    name.endsWith("Ids") && Array.isArray(list) ? list.map((id: unknown) => String(id).toLowerCase()) : list,
  ]);
  return Object.fromEntries(lists) as T;
}
