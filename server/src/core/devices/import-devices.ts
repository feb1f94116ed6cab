import type { ImportReport } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import { tenantNotFound } from "../tenants/index.ts";
import type { ChosenTokens, TokenChooser } from "./chosen-tokens.ts";
import type { DevicePlace, WantedDevice } from "./device.ts";
import type { CreateOutcome, NewDevice } from "./device-store.ts";
import type { Devices } from "./devices.ts";
import { deviceNameTaken, deviceTokenTaken, importTooManyRows } from "./errors.ts";

/** A row of an import: a device to create, or what is wrong with it. */
export type ImportRow = { readonly row: number; readonly name: string | null } & (
  | { readonly properties: WantedDevice; readonly token: string | undefined }
  | { readonly problem: string }
);

type GoodRow = Exclude<ImportRow, { readonly problem: string }>;

interface ImportParts {
  readonly devices: Devices;
  readonly chosenTokens: ChosenTokens;
}

export interface ImportTerms {
  readonly rowLimit: number;
  /** Who asks may see tokens, and wants those of the new devices [DEV4]. */
  readonly tellsTokens?: boolean;
}

interface Candidate {
  readonly row: number;
  readonly token: string | undefined;
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
  parts: ImportParts,
  place: DevicePlace,
  by: TokenChooser,
  rows: AsyncIterable<ImportRow>,
  { rowLimit, tellsTokens = false }: ImportTerms,
): Promise<ImportReport> {
  const run = new ImportRun(parts, place, by, await parts.devices.defaultType(place.tenantId), tellsTokens);
  try {
    for await (const row of rows) {
      if (run.read === rowLimit) throw importTooManyRows(rowLimit);
      if ((await run.take(row)) === "ended") return run.report();
    }
  } catch (error) {
    run.brokeOff(error);
  }
  await run.store();
  return run.report();
}

class ImportRun {
  readonly #parts: ImportParts;
  readonly #place: DevicePlace;
  readonly #by: TokenChooser;
  readonly #defaultType: string;
  readonly #errors: ImportReport["errors"] = [];
  #batch: Candidate[] = [];
  #created = 0;
  readonly #told: NonNullable<ImportReport["devices"]> | undefined;
  read = 0;

  constructor(parts: ImportParts, place: DevicePlace, by: TokenChooser, defaultType: string, tellsTokens: boolean) {
    this.#told = tellsTokens ? [] : undefined;
    this.#defaultType = defaultType;
    this.#parts = parts;
    this.#place = place;
    this.#by = by;
  }

  async take(row: ImportRow): Promise<"goes on" | "ended"> {
    this.read++;
    const problem = "problem" in row ? row : this.#collect(row);
    if (problem) this.#refuse(row.row, row.name, problem.problem);
    return this.#batch.length < rowsPerTransaction ? "goes on" : this.store();
  }

  #collect({ row, properties, token }: GoodRow): { readonly problem: string } | undefined {
    const problem = token === undefined ? undefined : this.#parts.chosenTokens.lengthProblem(token);
    if (problem) return { problem: `token: ${problem.message}` };
    const typed = { ...properties, type: properties.type ?? this.#defaultType };
    this.#batch.push({ row, token, created: this.#parts.devices.prepare(this.#place, typed, token) });
    return undefined;
  }

  /** Creates what was collected; where that cannot be, its rows are refused and the import is over. */
  async store(): Promise<"goes on" | "ended"> {
    const batch = this.#batch;
    this.#batch = [];
    try {
      await this.#createAll(batch);
      return "goes on";
    } catch (error) {
      const message = this.#endOf(error);
      for (const { row, created } of batch) this.#refuse(row, created.device.name, message);
      return "ended";
    }
  }

  /** The rows came to an end of their own: what was collected before counts, unless the caller's rights ended [AUTH8]. */
  brokeOff(error: unknown): void {
    if (error instanceof AppError && ["unauthenticated", "expired", "forbidden"].includes(error.fault)) throw error;
    this.#refuse(this.read + 1, null, this.#endOf(error));
  }

  report(): ImportReport {
    const errors = this.#errors.toSorted((a, b) => a.row - b.row);
    const devices = this.#told?.toSorted((a, b) => a.row - b.row);
    return { rows: this.read, created: this.#created, failed: errors.length, errors, ...(devices && { devices }) };
  }

  /** Only refusals have words for the caller; a bug is thrown on and answered like any other [API2]. */
  #endOf(error: unknown): string {
    if (this.#created === 0 || !(error instanceof AppError)) throw error;
    return `The import ended here: ${error.message}`;
  }

  async #createAll(batch: readonly Candidate[]): Promise<void> {
    if (batch.length === 0) return;
    const chosen = batch.flatMap(({ token }) => token ?? []);
    await this.#parts.chosenTokens.admit(chosen, this.#by);
    const outcomes = await this.#parts.devices.createMany(batch.map(({ created }) => created));
    if (outcomes.includes("no-such-tenant")) throw tenantNotFound(this.#place.tenantId);
    const done: NewDevice[] = [];
    for (const [index, { row, created }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === "created") {
        done.push(created);
        this.#told?.push(told(row, created));
      }
      if (outcome !== "created") this.#refuse(row, created.device.name, this.#refusalOf(outcome, created).message);
    }
    this.#created += done.length;
    this.#parts.devices.announce(done);
  }

  #refusalOf(outcome: CreateOutcome | undefined, { device }: NewDevice): AppError {
    if (outcome === "tenant-full") return this.#parts.devices.noRoom(this.#place.tenantId);
    if (outcome === "types-full") return this.#parts.devices.noTypeRoom();
    return outcome === "token-taken" ? deviceTokenTaken() : deviceNameTaken(device.name);
  }

  #refuse(row: number, name: string | null, message: string): void {
    this.#errors.push({ row, name, message });
  }
}

const told = (row: number, { device: { id, name }, credentials: { token } }: NewDevice) => ({ row, id, name, token });
