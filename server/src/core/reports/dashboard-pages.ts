import { permissionDenied, type Standing, type UserPreferences } from "../access/index.ts";
import type { ShareTickets } from "../dashboard-shares/index.ts";
import { type JobMaker, reachOfMaker } from "../jobs/index.ts";
import type { Reach } from "../projects/index.ts";
import { dashboardEmpty } from "./errors.ts";
import type { PagePrinter, PrintedPage } from "./page-printer.ts";
import type { DashboardContent, ReportFile } from "./report.ts";
import type { ReportSource } from "./report-source.ts";

interface PageParts {
  readonly tickets: Pick<ShareTickets, "check" | "issue">;
  readonly printer: PagePrinter;
  readonly preferences: Pick<UserPreferences, "of">;
}

/** Who has it printed: what they may see at this moment, and in whose name it is looked at again. */
interface Printing {
  readonly maker: Standing;
  readonly name: JobMaker;
}

type Ticket = Awaited<ReturnType<ShareTickets["issue"]>>;

const needed = ["VIEW_DASHBOARDS"] as const;

/** Dashboards as somebody sees them, printed [SCH2]. */
export class DashboardPages {
  readonly #parts: PageParts;
  readonly #lastsMs: number;

  /** `lastsMs`: a browser has longer than it takes to print, and no longer. */
  constructor(parts: PageParts, lastsMs: number) {
    this.#parts = parts;
    this.#lastsMs = lastsMs;
  }

  /** What is refused at once: a server without a browser, a dashboard that is not theirs to see. */
  async check(maker: Standing, content: DashboardContent): Promise<void> {
    await this.#parts.printer.requireBrowser();
    await this.#parts.tickets.check(reachOf(maker), content);
  }

  open(by: Printing, content: DashboardContent, file: ReportFile, wanted: AbortSignal): ReportSource {
    let used: Ticket | undefined;
    const onTicket = (ticket: Ticket) => {
      used = ticket;
    };
    return {
      bytes: this.#bytes(by, content, file, wanted, onTicket),
      outcome: () => ({
        ...{ count: { rows: 0, devices: used?.shown.size ?? 0 }, failures: [] },
        // Where the dashboard is, too: it is never seen by those who could not open it.
        projects: [...new Set([used?.dashboard.projectId ?? null, ...(used?.shown.values() ?? [])])],
      }),
    };
  }

  /** The ticket is issued when its turn has come, and revoked however it ends. */
  async *#bytes(
    { maker, name }: Printing,
    content: DashboardContent,
    file: ReportFile,
    wanted: AbortSignal,
    onTicket: (ticket: Ticket) => void,
  ): AsyncGenerator<Uint8Array> {
    const { tickets, printer, preferences } = this.#parts;
    using held = new DisposableStack();
    const page = async (): Promise<PrintedPage> => {
      const span = { from: file.startTs, to: file.endTs, lastsMs: this.#lastsMs };
      const ticket = held.use(await tickets.issue(absentOf(name), reachOf(maker), content, span));
      const { title, configuration } = ticket.dashboard;
      if (configuration.pages.every(({ layout }) => layout.length === 0)) throw dashboardEmpty(title);
      onTicket(ticket);
      const language = (await preferences.of(name.userId)).language === "de" ? "de" : "en";
      return { path: ticket.path, paper: content.paper, timeZone: file.timeZone, language };
    };
    yield* printer.print(page, wanted);
  }
}

const absentOf = ({ userId, authorityId, key, visitId }: JobMaker) => ({
  ...{ userId, authorityId, visitId },
  keyId: key?.id ?? null,
});

function reachOf(maker: Standing): Reach {
  const reach = reachOfMaker(maker, needed);
  if (!reach) throw permissionDenied(needed);
  return reach;
}
