import type { Transaction } from "kysely";
import type { CreateOutcome, NewDevice } from "../../../core/devices/index.ts";
import type { Tables } from "../tables.ts";
import { credentialsRow, deviceRow } from "./device-rows.ts";

/**
 * Inserts what can be inserted and says what became of each. A name or token that is taken, also by an earlier
 * one of the same call, costs only its own device: the insert passes it over, and a device whose token was taken
 * goes again before anybody can see it. Names, then tokens, are taken in their order, so that two who create the same
 * ones on PostgreSQL wait for each other and not both at once; the sort keeps equal ones as they came.
 */
export async function createDevices(
  trx: Transaction<Tables>,
  created: readonly NewDevice[],
): Promise<readonly CreateOutcome[]> {
  const named = await insertDevices(trx, created);
  const withName = created.filter(({ device }) => named.has(device.id));
  const complete = await insertCredentials(trx, withName);
  const orphans = withName.map(({ device }) => device.id).filter((id) => !complete.has(id));
  if (orphans.length > 0) await trx.deleteFrom("devices").where("id", "in", orphans).execute();
  return created.map(({ device }) => {
    if (!named.has(device.id)) return "name-taken";
    return complete.has(device.id) ? "created" : "token-taken";
  });
}

async function insertDevices(trx: Transaction<Tables>, created: readonly NewDevice[]): Promise<ReadonlySet<string>> {
  const inserted = await trx
    .insertInto("devices")
    .values(sortedBy(created, ({ device }) => device.name).map(({ device }) => deviceRow(device)))
    .onConflict((conflict) => conflict.columns(["tenant_id", "name"]).doNothing())
    .returning("id")
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

async function insertCredentials(
  trx: Transaction<Tables>,
  created: readonly NewDevice[],
): Promise<ReadonlySet<string>> {
  if (created.length === 0) return new Set();
  const inserted = await trx
    .insertInto("device_credentials")
    .values(sortedBy(created, tokenOf).map(({ credentials }) => credentialsRow(credentials)))
    .onConflict((conflict) => conflict.column("token").doNothing())
    .returning("device_id")
    .execute();
  return new Set(inserted.map(({ device_id }) => device_id));
}

const tokenOf = ({ credentials }: NewDevice): string => credentials.token;

const sortedBy = (created: readonly NewDevice[], keyOf: (one: NewDevice) => string): readonly NewDevice[] =>
  created.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)));

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
