import { ChromiumPrinter } from "../adapters/browser/chromium-printer.ts";
import type { DataFolder } from "../adapters/data-folder/data-folder.ts";
import { xlsxTable } from "../adapters/spreadsheets/xlsx-table.ts";
import type { Database } from "../adapters/sql/database.ts";
import { SqlReportFileStore } from "../adapters/sql/stores/report-file-store.ts";
import { SqlReportStore } from "../adapters/sql/stores/report-store.ts";
import { SqlUserStore } from "../adapters/sql/stores/user-store.ts";
import type { UserPreferences } from "../core/access/index.ts";
import type { Attributes } from "../core/attributes/index.ts";
import type { Audit } from "../core/audit/index.ts";
import type { Transactions } from "../core/changes/index.ts";
import type { ShareTickets } from "../core/dashboard-shares/index.ts";
import type { DeviceChannels } from "../core/device-channels/index.ts";
import type { DeviceGroups, GroupMembers } from "../core/device-groups/index.ts";
import type { DeviceTypes } from "../core/device-types/index.ts";
import type { Devices } from "../core/devices/index.ts";
import type { BlobCleaner, BlobStore, Files } from "../core/files/index.ts";
import { DeviceChooser, type JobKind, type Jobs } from "../core/jobs/index.ts";
import type { Mail, MailConsumer } from "../core/mail/index.ts";
import { Undeliverable } from "../core/outbox/index.ts";
import type { Projects } from "../core/projects/index.ts";
import {
  csvTable,
  DashboardPages,
  MakeReport,
  pdfForm,
  ReportFiles,
  ReportLetters,
  Reports,
  ReportTables,
} from "../core/reports/index.ts";
import type { TelemetryStore } from "../core/telemetry/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Clock } from "../kernel/time.ts";
import type { Config } from "../settings/config.ts";
import type { OwnDoor } from "./own-door.ts";

/** Reports and what was made of them. */
export interface ReportParts {
  readonly reports: Reports;
  readonly reportFiles: ReportFiles;
}

interface Around {
  readonly database: Database;
  readonly transactions: Transactions;
  readonly audit: Audit;
  readonly preferences: UserPreferences;
  readonly devices: Devices;
  readonly deviceTypes: DeviceTypes;
  readonly deviceChannels: DeviceChannels;
  readonly deviceGroups: DeviceGroups;
  readonly groupMembers: GroupMembers;
  readonly projects: Projects;
  readonly attributes: Attributes;
  readonly telemetryStore: TelemetryStore;
  readonly files: Files;
  readonly blobs: BlobStore;
  readonly blobCleaner: BlobCleaner;
  readonly mail: Mail;
  readonly mailConsumer: MailConsumer;
  readonly folder: DataFolder;
  readonly tickets: ShareTickets;
  readonly ownDoor: OwnDoor;
  readonly clock: Clock;
}

const formats = { CSV: csvTable, XLSX: xlsxTable(), PDF: pdfForm };
/** Beside the time it has to print: to open the page, and to be read. */
const ticketMarginMs = 60_000;

/** What makes reports, before there are jobs; `finish` with them. */
export function composeReports(config: Config, around: Around) {
  const { database, blobs, mailConsumer } = around;
  const [store, files] = [new SqlReportStore(database), new SqlReportFileStore(database)];
  const tables = new ReportTables(
    { ...around, chooser: new DeviceChooser(around) },
    { rows: config.reportRows, columns: config.reportColumns, devices: config.reportDevices },
  );
  const letters = new ReportLetters({ ...around, users: new SqlUserStore(database), formats }, config.reportMailBytes);
  const limits = {
    bytes: config.reportBytes,
    keptPerTenant: config.reportFiles,
    keptMs: config.reportRetention,
  };
  const contents = around.files;
  const pages = pagesOf(config, around);
  const makeReport = new MakeReport({ ...around, store, files, contents, tables, pages, letters, formats }, limits);
  mailConsumer.attachFrom(({ sha256, size }) => attachment(blobs, { sha256, size }));
  return {
    makeReport: makeReport as unknown as JobKind<never>, // what it prepares is given to itself
    finish: (jobs: Jobs): ReportParts => ({
      reports: new Reports({ ...around, store, files, tables, pages, jobs }, config.reportsPerTenant),
      reportFiles: new ReportFiles({ ...around, files, cleaner: around.blobCleaner }),
    }),
  };
}

function pagesOf(config: Config, { folder, ownDoor, ...around }: Around): DashboardPages {
  const printer = new ChromiumPrinter(ownDoor, {
    program: config.browser,
    profile: folder.browser,
    timeoutMs: config.reportBrowserTimeout,
    memoryBytes: config.reportBrowserMemory,
  });
  return new DashboardPages({ ...around, printer }, config.reportBrowserTimeout + ticketMarginMs);
}

/** Of what was deleted meanwhile, or is damaged, nothing is sent. */
async function attachment(blobs: BlobStore, content: { readonly sha256: string; readonly size: number }) {
  try {
    return (await blobs.open(content)).bytes;
  } catch (error) {
    throw error instanceof AppError && error.fault !== "busy" ? new Undeliverable(error.message) : error;
  }
}
