import type { AuditAction } from "@heliograph/contract";
import { type JobId, newId, type ReportId, type TenantId, type UserId } from "../../kernel/ids.ts";
import { requireVisibleName } from "../../kernel/name-form.ts";
import { foldCase } from "../../kernel/text.ts";
import type { Clock, EpochMs } from "../../kernel/time.ts";
import type { Principal } from "../access/index.ts";
import type { ActNotes, Audit, Facts } from "../audit/index.ts";
import type { Transactions } from "../changes/index.ts";
import { type ChoiceAsker, type ChoiceReach, type JobMaker, type Jobs, makerOf } from "../jobs/index.ts";
import { isMailAddress } from "../mail/index.ts";
import type { Reach } from "../projects/index.ts";
import { tenantNotFound } from "../tenants/index.ts";
import type { DashboardPages } from "./dashboard-pages.ts";
import {
  reportFileNotFound,
  reportInvalid,
  reportNameTaken,
  reportNeedsMember,
  reportNotFound,
  reportStale,
  tooManyReports,
} from "./errors.ts";
import type { ReportJobInput } from "./make-report.ts";
import type { Report, ReportFile, ReportProperties } from "./report.ts";
import { requireRange } from "./report-range.ts";
import { reportReach } from "./report-reach.ts";
import { requireFit } from "./report-source.ts";
import type { ReportFileStore, ReportStore } from "./report-store.ts";
import type { ReportTables } from "./report-tables.ts";

interface ReportParts {
  readonly store: ReportStore;
  readonly files: Pick<ReportFileStore, "find">;
  readonly tables: Pick<ReportTables, "check">;
  readonly pages: Pick<DashboardPages, "check">;
  readonly jobs: Pick<Jobs, "check" | "beginAmongOthers">;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** Who changes a report, and from where. */
export interface ReportEditor extends ChoiceAsker {
  readonly by: Principal;
  readonly address: string;
}

/** Reports as people say how they are to be made [SCH2]. */
export class Reports {
  readonly #parts: ReportParts;
  readonly #perTenant: number;
  readonly #reach: ChoiceReach<Report>;

  constructor(parts: ReportParts, perTenant: number) {
    this.#parts = parts;
    this.#perTenant = perTenant;
    this.#reach = reportReach(parts.store);
  }

  async list(by: ChoiceAsker, textSearch = ""): Promise<readonly Report[]> {
    const seen = await this.#reach.seen(by, await this.#parts.store.list(by.reach.tenantId));
    return seen.filter(({ name }) => foldCase(name).includes(foldCase(textSearch)));
  }

  async require(by: ChoiceAsker, id: ReportId): Promise<Report> {
    const report = await this.#find(by.reach, id);
    await this.#reach.requireSeen(by, report);
    return report;
  }

  async create(editor: ReportEditor, properties: ReportProperties): Promise<Report> {
    requireVisibleName("name", properties.name);
    const { tenantId } = editor.reach;
    const [id, now] = [newId<ReportId>(), this.#parts.clock()];
    const maker = await this.#checked(editor, properties);
    return this.#change(editor.reach, id, "ADDED", async (notes) => {
      const report = { ...properties, id, tenantId, maker, version: 1, createdTime: now, updatedTime: now };
      notes.entity(report.name);
      notes.facts(factsOf(report));
      const outcome = await this.#parts.store.insert(report, this.#perTenant);
      if (outcome === "no-such-tenant") throw tenantNotFound(tenantId);
      if (outcome === "too-many") throw tooManyReports(this.#perTenant);
      if (outcome === "name-taken") throw reportNameTaken(report.name);
      return report;
    });
  }

  /** `version` is the one it was made from: of two who change a report, the second is told of the first. */
  async update(editor: ReportEditor, id: ReportId, version: number, properties: ReportProperties): Promise<Report> {
    await this.#requireChangeable(editor, id);
    const maker = await this.#checked(editor, properties);
    return this.#change(editor.reach, id, "UPDATED", async (notes) => {
      const before = await this.#requireChangeable(editor, id);
      if (properties.name !== before.name) requireVisibleName("name", properties.name);
      const after = { ...before, ...properties, maker, version: version + 1, updatedTime: this.#parts.clock() };
      notes.entity(before.name);
      notes.before(factsOf(before));
      notes.after(factsOf(after));
      const outcome = before.version === version ? await this.#parts.store.update(after) : "changed";
      if (outcome === "changed") throw reportStale(before.name, before.version);
      if (outcome === "name-taken") throw reportNameTaken(after.name);
      return after;
    });
  }

  async remove(editor: ReportEditor, id: ReportId): Promise<void> {
    await this.#change(editor.reach, id, "DELETED", async (notes) => {
      const report = await this.#requireChangeable(editor, id);
      notes.entity(report.name);
      notes.before(factsOf(report));
      await this.#parts.store.remove(id);
    });
  }

  /** Now, with what whoever asks may see. */
  async runNow(editor: ReportEditor, id: ReportId): Promise<ReportFile> {
    const { jobs, clock } = this.#parts;
    const input: ReportJobInput = { reportId: id, trigger: "PERSON", at: clock() };
    await this.#requireChangeable(editor, id);
    await jobs.check(editor.by, "MAKE_REPORT", input);
    return this.#change(editor.reach, id, "REPORT_RUN", async (notes) => {
      const report = await this.#requireChangeable(editor, id);
      notes.entity(report.name);
      return this.#begin(report, makerOf(editor.by, editor.address), newId<JobId>(), input);
    });
  }

  /** Whether it is there for who wants it made by something of theirs: as if it were not where they may not run it [API3]. */
  async isFor(by: { readonly reach: Reach; readonly userId: UserId | null }, id: ReportId): Promise<boolean> {
    const report = await this.#parts.store.find(by.reach.tenantId, id);
    return report !== undefined && this.#reach.isChangeable(by, report);
  }

  /** In the transaction of whoever wants it, in the name of who saved it; once for each job id. */
  async runByRule(tenantId: TenantId, id: ReportId, jobId: JobId, at: EpochMs): Promise<ReportFile> {
    const before = await this.#parts.files.find(tenantId, jobId);
    if (before) return before;
    const report = await this.#find({ tenantId }, id);
    return this.#begin(report, report.maker, jobId, { reportId: id, trigger: "RULE", at });
  }

  async #begin(report: Report, maker: JobMaker, jobId: JobId, input: ReportJobInput): Promise<ReportFile> {
    const { tenantId } = report;
    await this.#parts.jobs.beginAmongOthers(maker, { id: jobId, tenantId, kind: "MAKE_REPORT", input });
    const file = await this.#parts.files.find(tenantId, jobId);
    if (!file) throw reportFileNotFound(jobId);
    return file;
  }

  /** Refused at once: what its maker may not see, what makes no sense, and who is in the tenant for minutes. */
  async #checked({ by, address, reach }: ReportEditor, { content, format, timeZone, mail }: ReportProperties) {
    const maker = makerOf(by, address);
    if (maker.visitId !== null) throw reportNeedsMember();
    requireFit(content, format);
    requireRange(content.range, timeZone);
    for (const [at, one] of (mail?.addresses ?? []).entries())
      if (!isMailAddress(one)) throw reportInvalid("ADDRESS", `mail.addresses.${at}`, one, `${one} is no mail address`);
    if (content.kind === "DASHBOARD") await this.#parts.pages.check(by, content);
    else await this.#parts.tables.check({ maker: by, reach }, content);
    return maker;
  }

  async #find({ tenantId }: Pick<Reach, "tenantId">, id: ReportId): Promise<Report> {
    const report = await this.#parts.store.find(tenantId, id);
    if (!report) throw reportNotFound(id);
    return report;
  }

  async #requireChangeable(by: ChoiceAsker, id: ReportId): Promise<Report> {
    const report = await this.#find(by.reach, id);
    await this.#reach.requireChangeable(by, report);
    return report;
  }

  #change<T>(reach: Reach, id: ReportId, action: AuditAction, work: (notes: ActNotes) => Promise<T>): Promise<T> {
    const { audit, transactions } = this.#parts;
    const entity = { type: "REPORT", id } as const;
    return audit.change({ action, tenantId: reach.tenantId, entity }, (notes) => transactions.run(() => work(notes)));
  }
}

const factsOf = ({ name, description, content, format, timeZone, mail }: ReportProperties): Facts => ({
  ...{ name, description, content, format, timeZone, mail },
});
