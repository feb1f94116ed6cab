import type { Transaction } from "kysely";
import type { Command } from "../../../core/commands/index.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import { commandOf } from "./command-rows.ts";

export type CommandChanges = Partial<Tables["commands"]>;

/** The commands of a device, held until the transaction ends: what is decided about one stays true until it is written. */
export function lockedCommands({ kind }: Database, trx: Transaction<Tables>, device: DeviceId) {
  const query = trx.selectFrom("commands").selectAll().where("device_id", "=", device);
  return kind === "postgres" ? query.forUpdate() : query;
}

export async function updateCommand(
  trx: Transaction<Tables>,
  row: Tables["commands"],
  changes: CommandChanges,
): Promise<Command> {
  if (Object.keys(changes).length > 0)
    await trx.updateTable("commands").set(changes).where("id", "=", row.id).execute();
  return commandOf({ ...row, ...changes });
}
