import { afterTimeout, type Command, noAnswer } from "../../../core/commands/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { EpochMs } from "../../../kernel/time.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { type CommandChanges, lockedCommands, type updateCommand } from "./command-changes.ts";
import { commandOf } from "./command-rows.ts";

/** Overdue commands closed per step: a long outage must not become one long transaction. */
const sweptAtOnce = 500;

/** Closes what got no answer in time or is no longer wanted, or queues it again [CMD2]. */
export async function sweepCommands(
  db: Database,
  now: EpochMs,
  update: typeof updateCommand,
): Promise<readonly Command[]> {
  const overdue = await overdueCommands(db, now);
  if (overdue.length === 0) return [];
  return db.transact(async (trx) => {
    const changed: Command[] = [];
    for (const { id, device_id } of overdue) {
      const row = await lockedCommands(db, trx, device_id as DeviceId)
        .where("id", "=", id)
        .executeTakeFirst();
      const changes = row && overdueChanges(row, now);
      if (row && changes) changed.push(await update(trx, row, changes));
    }
    return changed;
  });
}

function overdueCommands({ read }: Database, now: EpochMs) {
  const commands = read.selectFrom("commands").select(["id", "device_id"]);
  const unanswered = commands.where("status", "=", "SENT").where("answer_by", "<=", now);
  const unsent = commands.where("status", "=", "QUEUED").where("expires_time", "<=", now);
  return unanswered.unionAll(unsent).limit(sweptAtOnce).execute();
}

/** Looked at again under the lock: an answer may have come in between. */
function overdueChanges(row: Tables["commands"], now: EpochMs): CommandChanges | undefined {
  const command = commandOf(row);
  if (command.status === "QUEUED" && row.expires_time !== null && row.expires_time <= now) {
    return { status: "EXPIRED", finished_time: now };
  }
  if (command.status !== "SENT" || row.answer_by === null || row.answer_by > now) return undefined;
  if (afterTimeout(command) === "QUEUED") return { status: "QUEUED", answer_by: null };
  return { status: "FAILED", error: noAnswer, finished_time: now, answer_by: null };
}
