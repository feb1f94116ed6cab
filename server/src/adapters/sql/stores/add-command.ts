import type { Transaction } from "kysely";
import { type AddOutcome, mergeKeyOf, type NewCommand } from "../../../core/commands/index.ts";
import type { Tables } from "../tables.ts";
import { commandOf, newCommandRow } from "./command-rows.ts";

const largestMessageId = 2 ** 31 - 1;

/**
 * Queues a command. Taking the device's message id first locks its row, so that two who queue the same list at once
 * see each other [CMD3].
 */
export async function addCommand(
  trx: Transaction<Tables>,
  command: NewCommand,
  waitingAtMost: number,
): Promise<AddOutcome> {
  const messageId = await nextMessageId(trx, command.deviceId);
  const merged = await equalOneWaiting(trx, command);
  if (merged) return { outcome: "merged", command: commandOf(merged) };
  if ((await waiting(trx, command.deviceId)) >= waitingAtMost) return { outcome: "full" };
  const row = newCommandRow(command, messageId);
  await trx.insertInto("commands").values(row).execute();
  return { outcome: "queued", command: commandOf(row) };
}

/** 1 … 2^31−1, then from the start again. */
async function nextMessageId(trx: Transaction<Tables>, device: string): Promise<number> {
  const { last } = await trx
    .insertInto("device_message_ids")
    .values({ device_id: device, last: 1 })
    .onConflict((conflict) =>
      conflict.column("device_id").doUpdateSet((eb) => ({
        last: eb
          .case()
          .when("device_message_ids.last", ">=", largestMessageId)
          .then(1)
          .else(eb("device_message_ids.last", "+", 1))
          .end(),
      })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

async function equalOneWaiting(
  trx: Transaction<Tables>,
  { deviceId, body }: NewCommand,
): Promise<Tables["commands"] | undefined> {
  const key = mergeKeyOf(body);
  if (key === null) return undefined;
  return (await trx
    .selectFrom("commands")
    .selectAll()
    .where("device_id", "=", deviceId)
    .where("status", "=", "QUEUED")
    .where("merge_key", "=", key)
    .executeTakeFirst()) as Tables["commands"] | undefined;
}

async function waiting(trx: Transaction<Tables>, device: string): Promise<number> {
  const { total } = await trx
    .selectFrom("commands")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("device_id", "=", device)
    .where("status", "in", ["QUEUED", "SENT"])
    .executeTakeFirstOrThrow();
  return Number(total);
}
