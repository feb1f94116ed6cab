import type { ReportAggregation } from "@heliograph/contract";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId, DeviceTypeId, ProjectId, UserId } from "../../kernel/ids.ts";
import { longWork } from "../../kernel/long-work-queue.ts";
import type { Standing, UserPreferences } from "../access/index.ts";
import { channelDescriber, type DescriberParts } from "../device-channels/index.ts";
import type { DeviceTypes } from "../device-types/index.ts";
import type { Devices } from "../devices/index.ts";
import { type DeviceChooser, type JobFailure, jobFailureOf, type Preparing } from "../jobs/index.ts";
import type { Reach } from "../projects/index.ts";
import { bucketEdgesInTurns, type CalendarUnit, type Interval, type TelemetryStore } from "../telemetry/index.ts";
import { tooManyDevices } from "./errors.ts";
import type { Report, ReportFile, TelemetryContent } from "./report.ts";
import { type DescribedDevice, layOut, type PlacedDevice } from "./table/columns.ts";
import { intervalRows } from "./table/interval-rows.ts";
import { rawRows } from "./table/raw-rows.ts";
import { allRows, type RowCount } from "./table/rows.ts";
import type { Row, Table } from "./table/table.ts";

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  readonly devices: number;
}

interface TableParts extends DescriberParts {
  readonly chooser: DeviceChooser;
  readonly devices: Pick<Devices, "require">;
  readonly deviceTypes: Pick<DeviceTypes, "require">;
  readonly telemetryStore: Pick<TelemetryStore, "keys" | "scan" | "aggregate">;
  readonly preferences: Pick<UserPreferences, "of">;
}

interface Seeing {
  readonly maker: Standing;
  readonly reach: Reach;
}

/** A table, what was counted while its rows were taken, and what is not in it. */
export interface ReportTable extends Table {
  readonly count: RowCount;
  readonly failures: readonly JobFailure[];
  readonly projects: readonly (ProjectId | null)[];
}

const devicesAtOnce = 200;

/** Puts together what a report holds, as somebody sees it at this moment [SCH2, PRJ1]. */
export class ReportTables {
  readonly #parts: TableParts;
  readonly #limits: TableLimits;

  constructor(parts: TableParts, limits: TableLimits) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** What is refused at once: what it names and is not there. */
  async check(by: Seeing, { choice }: TelemetryContent): Promise<void> {
    await this.#requireType(by.reach, choice);
    await this.#parts.chooser.count(by, choice);
  }

  async open(
    by: Seeing & { readonly userId: UserId },
    { name, content }: Pick<Report, "name"> & { readonly content: TelemetryContent },
    file: ReportFile,
    preparing: Preparing,
  ): Promise<ReportTable> {
    const { channels, aggregation } = content;
    const { found, failures, projects } = await this.#devicesOf(by, content, preparing.signal);
    const layout = layOut(found, aggregation?.functions ?? [], channels, this.#limits.columns);
    const count = { rows: 0, devices: 0 };
    const rowsOf = await this.#readerOf(file, aggregation, layout.columns.length);
    const told = (device: PlacedDevice) => {
      preparing.tell({ total: layout.devices.length, processed: count.devices });
      return rowsOf(device);
    };
    return {
      ...{ title: name, timeZone: file.timeZone, columns: layout.columns, count, failures, projects },
      language: (await this.#parts.preferences.of(by.userId)).language === "de" ? "de" : "en",
      rows: allRows(layout.devices, told, this.#limits.rows, count, preparing.signal),
    };
  }

  /** By name, so that it reads as people look for them. */
  async #devicesOf(by: Seeing, content: TelemetryContent, signal: AbortSignal) {
    await this.#requireType(by.reach, content.choice);
    const [found, failures, projects] = [[] as DescribedDevice[], [] as JobFailure[], new Set<ProjectId | null>()];
    for await (const id of this.#idsOf(by, content)) {
      signal.throwIfAborted();
      const device = await this.#describe(by.reach, id, content.channels).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.fault !== "not-found") throw error;
        failures.push(jobFailureOf(id, null, error));
        return undefined;
      });
      if (!device) continue;
      found.push(device);
      projects.add(device.projectId);
      await longWork.nextPiece();
    }
    const byName = found.toSorted((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
    return { found: byName, failures, projects: [...projects] };
  }

  async *#idsOf(by: Seeing, { choice }: TelemetryContent): AsyncGenerator<DeviceId> {
    let count = 0;
    for (let position: string | null = null; ; ) {
      const some = await this.#parts.chooser.next(by, choice, position, devicesAtOnce);
      count += some.ids.length;
      if (count > this.#limits.devices) throw tooManyDevices(this.#limits.devices);
      yield* some.ids;
      if (some.isLast) return;
      position = some.position;
    }
  }

  async #describe(reach: Reach, id: DeviceId, channels: readonly string[] | undefined) {
    const { devices, telemetryStore } = this.#parts;
    const { name, projectId } = await devices.require(reach, id);
    const describe = await channelDescriber(this.#parts, reach, id);
    const keys = channels ?? (await telemetryStore.keys(id));
    return { id, name, projectId, channels: keys.map(describe) };
  }

  /** A filter by a type that was deleted matches nothing, which would look like silence. */
  async #requireType({ tenantId }: Reach, choice: TelemetryContent["choice"]): Promise<void> {
    const type = "filter" in choice ? choice.filter.deviceProfileId : undefined;
    if (type !== undefined) await this.#parts.deviceTypes.require(tenantId, type.toLowerCase() as DeviceTypeId);
  }

  async #readerOf(
    { startTs: from, endTs: to, timeZone }: ReportFile,
    aggregation: ReportAggregation | undefined,
    width: number,
  ): Promise<(device: PlacedDevice) => AsyncIterable<readonly Row[]>> {
    const { telemetryStore: store } = this.#parts;
    if (!aggregation) return (device) => rawRows(store, device, width, { from, to });
    const edges = await bucketEdgesInTurns(from, to, intervalOf(aggregation, timeZone));
    return (device) => intervalRows(store, device, width, edges, aggregation.functions);
  }
}

const intervalOf = ({ interval }: ReportAggregation, timeZone: string): Interval =>
  /^\d/.test(interval)
    ? { kind: "fixed", ms: Number(interval) }
    : { kind: "calendar", unit: interval as CalendarUnit, timeZone };
