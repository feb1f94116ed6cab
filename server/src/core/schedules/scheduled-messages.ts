import type { TenantId } from "../../kernel/ids.ts";
import { permissionDenied, type Standing } from "../access/index.ts";
import { reachOfMaker, type ScheduledMessage, type ScheduledMessages } from "../jobs/index.ts";
import { type NamedRecipients, scheduledKeyOf, type Tell } from "../notifications/index.ts";
import type { Reach } from "../projects/index.ts";
import { scheduleTellsNobody } from "./errors.ts";

const needed = ["EDIT_NOTIFICATIONS"] as const;

/** What schedules tell people [SCH1, NTF1]: handed over in the transaction of the run, once for each due time. */
export class MessagesOfSchedules implements ScheduledMessages {
  readonly #tell: Pick<Tell, "tell">;
  readonly #named: Pick<NamedRecipients, "misnamed">;

  constructor(tell: Pick<Tell, "tell">, named: Pick<NamedRecipients, "misnamed">) {
    this.#tell = tell;
    this.#named = named;
  }

  async check(maker: Standing, { recipients }: ScheduledMessage): Promise<void> {
    const reach = reachOf(maker);
    if (!Object.values(recipients).some((list) => list.length > 0))
      throw scheduleTellsNobody("NOBODY", "", "it tells nobody");
    const [misnamed] = await this.#named.misnamed(reach, recipients);
    if (!misnamed) return;
    const { code, named, path, message: reason } = misnamed;
    throw scheduleTellsNobody(code, named, `recipients.${path}: ${reason}`);
  }

  async tell(maker: Standing, tenantId: TenantId, message: ScheduledMessage): Promise<void> {
    reachOf(maker); // whoever may not any more tells nobody
    const { scheduleId, name, dueTime, recipients, channels, text, language } = message;
    const telling = { recipients, channels, language, quietHours: null, perHour: null };
    const waiting = { waitMs: 0, everyMs: 0, longestMs: 0 };
    await this.#tell.tell({
      ...{ tenantId, key: scheduledKeyOf(scheduleId, dueTime), ts: dueTime },
      ...{ severity: "INDETERMINATE", occasion: "SCHEDULED" },
      ...{ title: name, text, alarmId: null, alarmType: null, deviceId: null, ruleId: null },
      place: { name, group: `schedule/${scheduleId}`, telling, ...waiting, projectId: null },
    });
  }
}

function reachOf(maker: Standing): Reach {
  const reach = reachOfMaker(maker, needed);
  if (!reach) throw permissionDenied(needed);
  return reach;
}
