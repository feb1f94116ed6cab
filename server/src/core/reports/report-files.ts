import type { ReportFileId, ReportId } from "../../kernel/ids.ts";
import type { Clock } from "../../kernel/time.ts";
import { permissionDenied } from "../access/index.ts";
import type { Audit } from "../audit/index.ts";
import type { BlobCleaner } from "../files/index.ts";
import type { ChoiceAsker } from "../jobs/index.ts";
import { reaches } from "../projects/index.ts";
import { reportFileNotFound, reportNotMade, reportRunning } from "./errors.ts";
import type { ReportFile } from "./report.ts";
import type { ReportFileStore } from "./report-store.ts";

interface FileParts {
  readonly files: ReportFileStore;
  readonly cleaner: Pick<BlobCleaner, "wake">;
  readonly audit: Audit;
  readonly clock: Clock;
}

/** A report whose bytes are there. */
export type HeldReport = ReportFile & { readonly made: NonNullable<ReportFile["made"]> };

/**
 * Reports that were made [SCH2]. Whoever made one saw everything in it; seen it is by those who may see all of that at this moment,
 * its maker no less. One without contents yet is its maker's, and that of those who see everything.
 */
export class ReportFiles {
  readonly #parts: FileParts;

  constructor(parts: FileParts) {
    this.#parts = parts;
  }

  async list(by: ChoiceAsker, report?: ReportId): Promise<readonly ReportFile[]> {
    const all = await this.#parts.files.list(by.reach.tenantId, report);
    return all.filter((file) => isSeen(by, file));
  }

  async require(by: ChoiceAsker, id: ReportFileId): Promise<ReportFile> {
    const file = await this.#parts.files.find(by.reach.tenantId, id);
    if (!file || !isSeen(by, file)) throw reportFileNotFound(id);
    return file;
  }

  async requireHeld(by: ChoiceAsker, id: ReportFileId): Promise<HeldReport> {
    const file = await this.require(by, id);
    if (!file.made) throw reportNotMade(file.name);
    return { ...file, made: file.made };
  }

  async remove(by: ChoiceAsker, id: ReportFileId): Promise<void> {
    const { audit, files, cleaner } = this.#parts;
    const file = await this.#requireChangeable(by, id);
    if (file.state === "QUEUED" || file.state === "RUNNING") throw reportRunning(file.name);
    const entity = { type: "REPORT", id: file.reportId ?? id, name: file.name } as const;
    const facts = { file: file.made?.fileName ?? null };
    await audit.change({ action: "FILE_DELETED", tenantId: by.reach.tenantId, entity, facts }, () => files.remove(id));
    cleaner.wake();
  }

  /** Refused to those who may read it [API3]. */
  async #requireChangeable(by: ChoiceAsker, id: ReportFileId): Promise<ReportFile> {
    const { reach, userId } = by;
    const file = await this.#parts.files.find(reach.tenantId, id);
    if (file && isSeen(by, file)) return file;
    const projects = reach.beyond?.readable("VIEW_TELEMETRY") ?? reach.projects;
    const isRead = file !== undefined && isSeen({ userId, reach: { tenantId: reach.tenantId, projects } }, file);
    throw isRead ? permissionDenied(["EDIT_SCHEDULES"]) : reportFileNotFound(id);
  }

  /** Now and then. */
  async tidy(): Promise<void> {
    const { files, cleaner, clock } = this.#parts;
    await files.settle(clock());
    if ((await files.removeExpired(clock())) > 0) cleaner.wake();
  }
}

function isSeen({ reach, userId }: ChoiceAsker, file: ReportFile): boolean {
  if (reach.projects === "all") return true;
  const projects = file.made?.projects ?? [];
  return projects.length === 0 ? file.userId === userId : projects.every((project) => reaches(reach, project));
}
