import type { Permission, ReportTrigger } from "@heliograph/contract";
import type { ReportFileId, ReportId } from "../../kernel/ids.ts";
import { type Clock, type EpochMs, epochMs } from "../../kernel/time.ts";
import { permissionDenied, type Standing } from "../access/index.ts";
import type { Audit } from "../audit/index.ts";
import type { BlobLease, Files } from "../files/index.ts";
import {
  type ChoiceReach,
  type Job,
  type JobKind,
  type JobStep,
  type Prepared,
  type Preparing,
  reachOfMaker,
} from "../jobs/index.ts";
import type { Reach } from "../projects/index.ts";
import type { DashboardPages } from "./dashboard-pages.ts";
import { reportFileNotFound, reportNotFound, tooManyBytes } from "./errors.ts";
import type { Report, ReportFile } from "./report.ts";
import { fileNameOf } from "./report-file-name.ts";
import type { ReportFormats } from "./report-formats.ts";
import type { ReportLetters } from "./report-letters.ts";
import { rangeAt } from "./report-range.ts";
import { reportReach } from "./report-reach.ts";
import { type ReportOutcome, type ReportSource, requireFit } from "./report-source.ts";
import type { ReportFileStore, ReportStore } from "./report-store.ts";
import type { ReportTables } from "./report-tables.ts";

/** What a job that makes a report is told. */
export interface ReportJobInput {
  readonly reportId: ReportId;
  readonly trigger: ReportTrigger;
  /** What "yesterday" is the day before of. Done again after a kill, it is the same day. */
  readonly at: EpochMs;
  /** Where a schedule has one of its own. */
  readonly timeZone?: string;
}

export interface MakeLimits {
  readonly bytes: number;
  readonly keptPerTenant: number;
  readonly keptMs: number;
}

interface MakeParts {
  readonly store: ReportStore;
  readonly files: ReportFileStore;
  readonly contents: Pick<Files, "put">;
  readonly tables: ReportTables;
  readonly letters: ReportLetters;
  readonly pages: DashboardPages;
  readonly formats: ReportFormats;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** A report whose bytes are stored and that nobody knows of yet. */
interface MadeBytes extends Prepared, ReportOutcome {
  readonly report: Report;
  readonly file: ReportFile;
  readonly lease: BlobLease;
}

const needed = ["VIEW_TELEMETRY", "VIEW_DEVICES"] as const;

/**
 * Makes a report [SCH2]: its bytes go to the store of files beside everything else, and one step makes them known, sends them and
 * notes that. Its id is the job's: killed anywhere there is one report, or none yet.
 */
export class MakeReport implements JobKind<ReportJobInput, MadeBytes> {
  readonly kind = "MAKE_REPORT";
  readonly isLong = true;
  readonly #parts: MakeParts;
  readonly #limits: MakeLimits;
  readonly #reach: ChoiceReach<Report>;

  constructor(parts: MakeParts, limits: MakeLimits) {
    this.#parts = parts;
    this.#reach = reportReach(parts.store);
    this.#limits = limits;
  }

  async check(maker: Standing, { reportId }: ReportJobInput): Promise<void> {
    const { content } = await this.#require(maker, reportId);
    if (content.kind === "DASHBOARD") await this.#parts.pages.check(maker, content);
    else await this.#parts.tables.check({ maker, reach: reachOf(maker) }, content);
  }

  /** Of a report that is not there any more nothing is noted: its job says so. */
  async begun({ id, tenantId, maker, createdTime }: Job, input: ReportJobInput): Promise<void> {
    const report = await this.#parts.store.find(tenantId, input.reportId);
    if (!report) return;
    const timeZone = input.timeZone ?? report.timeZone;
    const { from, to } = rangeAt(report.content.range, input.at, timeZone);
    await this.#parts.files.begin(
      {
        ...{ id, tenantId, reportId: report.id, name: report.name, createdTime, trigger: input.trigger },
        ...{
          userId: maker.userId,
          username: maker.username,
          startTs: from,
          endTs: to,
          timeZone,
          format: report.format,
        },
        expiresTime: epochMs(createdTime + this.#limits.keptMs),
      },
      this.#limits.keptPerTenant,
    );
  }

  async prepare(
    step: JobStep<ReportJobInput>,
    preparing: Parameters<NonNullable<JobKind["prepare"]>>[1],
  ): Promise<MadeBytes> {
    const report = await this.#require(step.maker, step.input.reportId);
    const file = await this.#requireFile(step.job);
    requireFit(report.content, file.format); // somebody may have changed it since it was asked for
    const source = await this.#open(step, report, file, preparing);
    const lease = await this.#put(step.job, source.bytes);
    return { report, file, lease, ...source.outcome(), release: () => lease.release() };
  }

  async #open(
    { job, maker }: JobStep<ReportJobInput>,
    { name, content }: Report,
    file: ReportFile,
    preparing: Preparing,
  ): Promise<ReportSource> {
    const { pages, tables, formats } = this.#parts;
    const reach = reachOf(maker);
    if (content.kind === "DASHBOARD") return pages.open({ maker, name: job.maker }, content, file, preparing.signal);
    const by = { maker, reach, userId: job.maker.userId };
    const table = await tables.open(by, { name, content }, file, preparing);
    const format = file.format === "PDF" ? formats.CSV : formats[file.format]; // never PDF, see above
    return { bytes: format.write(table), outcome: () => table };
  }

  async step({ job, maker }: JobStep<ReportJobInput>, made?: MadeBytes) {
    if (!made) throw new Error("a report is prepared before it is made known");
    reachOf(maker); // whoever may not any more gets none
    const { report, file, lease, count, projects } = made;
    const fileName = fileNameOf(file, this.#parts.formats[file.format].extension);
    const content = { sha256: lease.sha256, size: lease.size };
    const unsent = await this.#parts.letters.send({
      report,
      file,
      fileName,
      content,
      rows: report.content.kind === "DASHBOARD" ? null : count.rows,
      projects,
    });
    const failures = [...made.failures, ...unsent];
    const finishedTime = this.#parts.clock();
    const come = { rows: count.rows, devices: count.devices, failed: failures.length, projects, finishedTime };
    if (!(await this.#parts.files.finish(job.id, { fileName, content, ...come }))) throw reportFileNotFound(job.id);
    await this.#note(report, { file: fileName, rows: count.rows, size: lease.size, trigger: file.trigger });
    const processed = count.devices - job.processed;
    return { position: null, isLast: true, total: count.devices, processed, changed: count.devices, failures };
  }

  /** Named by where it came from and not by its job: that is what people look for. */
  async #note({ id, name, tenantId }: Report, facts: Readonly<Record<string, unknown>>): Promise<void> {
    const act = { action: "REPORT_MADE", tenantId, entity: { type: "REPORT", id, name }, facts } as const;
    await this.#parts.audit.change(act, async () => undefined);
  }

  async #put({ tenantId }: Job, bytes: AsyncIterable<Uint8Array>): Promise<BlobLease> {
    const { bytes: atMost } = this.#limits;
    try {
      return await this.#parts.contents.put(tenantId, bytes, atMost);
    } catch (error) {
      throw error instanceof Error && "fault" in error && error.fault === "too-large" ? tooManyBytes(atMost) : error;
    }
  }

  /** It is sent to whom it says: whoever has it made, by a schedule too, may run it by themselves [PRJ1]. */
  async #require(maker: Standing, id: ReportId): Promise<Report> {
    const reach = reachOf(maker, ["EDIT_SCHEDULES"]);
    const report = await this.#parts.store.find(reach.tenantId, id);
    if (!report) throw reportNotFound(id);
    await this.#reach.requireChangeable({ reach, userId: maker.userId }, report);
    return report;
  }

  async #requireFile({ id, tenantId }: Job): Promise<ReportFile> {
    const file = await this.#parts.files.find(tenantId, id as ReportFileId);
    if (!file) throw reportFileNotFound(id);
    return file;
  }
}

function reachOf(maker: Standing, all: readonly Permission[] = needed): Reach {
  const reach = reachOfMaker(maker, all);
  if (!reach) throw permissionDenied(all);
  return reach;
}
