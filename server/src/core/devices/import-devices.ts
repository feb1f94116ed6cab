import type { ImportReport } from "@heliograph/contract";
import type { TenantId } from "../../kernel/ids.ts";
import { tenantNotFound } from "../tenants/index.ts";
import type { DeviceProperties } from "./device.ts";
import type { CreateOutcome, DeviceStore, NewDevice } from "./device-store.ts";
import type { Devices } from "./devices.ts";
import { deviceNameTaken, deviceTokenTaken, importTooManyRows } from "./errors.ts";

/** A row of an import: a device to create, or what is wrong with it. */
export type ImportRow = { readonly row: number; readonly name: string | null } & (
  | { readonly properties: DeviceProperties; readonly token: string | undefined }
  | { readonly problem: string }
);

interface Candidate {
  readonly row: number;
  readonly created: NewDevice;
}

/** Rows per transaction: large enough to share a sync, small enough not to hold up other writers. */
const rowsPerTransaction = 500;

/**
 * Creates the devices of the good rows and reports the bad ones; a row is done whole or not at all [DEV3]. A file that
 * breaks off, or is too long, is refused as long as nothing of it is stored; later on its end is one more bad row,
 * so that the caller knows what was created.
 */
export async function importDevices(
  devices: Devices,
  store: DeviceStore,
  tenantId: TenantId,
  rows: AsyncIterable<ImportRow>,
  rowLimit: number,
): Promise<ImportReport> {
  const errors: ImportReport["errors"] = [];
  let [read, created] = [0, 0];
  let batch: Candidate[] = [];
  const flush = async () => {
    created += await createBatch(devices, store, tenantId, batch, errors);
    batch = [];
  };
  try {
    for await (const row of rows) {
      if (read === rowLimit) throw importTooManyRows(rowLimit);
      read++;
      if ("problem" in row) errors.push({ row: row.row, name: row.name, message: row.problem });
      else batch.push({ row: row.row, created: devices.prepare(tenantId, row.properties, row.token) });
      if (batch.length === rowsPerTransaction) await flush();
    }
  } catch (error) {
    if (created === 0 || !(error instanceof Error)) throw error;
    errors.push({ row: read + 1, name: null, message: `The import ended here: ${error.message}` });
  }
  await flush();
  errors.sort((a, b) => a.row - b.row);
  return { rows: read, created, failed: errors.length, errors };
}

async function createBatch(
  devices: Devices,
  store: DeviceStore,
  tenantId: TenantId,
  batch: readonly Candidate[],
  errors: ImportReport["errors"],
): Promise<number> {
  if (batch.length === 0) return 0;
  const outcomes = await store.createMany(batch.map(({ created }) => created));
  const done: NewDevice[] = [];
  for (const [index, { row, created }] of batch.entries()) {
    const outcome = outcomes[index];
    if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
    if (outcome === "created") done.push(created);
    else errors.push({ row, name: created.device.name, message: refusalOf(outcome, created).message });
  }
  devices.announce(done);
  return done.length;
}

const refusalOf = (outcome: CreateOutcome | undefined, { device }: NewDevice) =>
  outcome === "token-taken" ? deviceTokenTaken() : deviceNameTaken(device.name);
