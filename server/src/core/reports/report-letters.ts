import { AppError } from "../../kernel/errors.ts";
import type { UserId } from "../../kernel/ids.ts";
import { grantsOf, reachFor, type TenantUser, type UserPreferences, type UserStore } from "../access/index.ts";
import type { StoredBytes } from "../files/index.ts";
import type { JobFailure } from "../jobs/index.ts";
import { isMailAddress, type LetterLanguage, type Mail, reportLetter } from "../mail/index.ts";
import { reaches } from "../projects/index.ts";
import type { MadeReport, Report, ReportFile } from "./report.ts";
import type { ReportFormats } from "./report-formats.ts";
import { LocalTimes } from "./table/local-times.ts";

interface LetterParts {
  readonly mail: Pick<Mail, "send" | "canSend" | "linkTo">;
  readonly users: Pick<UserStore, "findInTenant">;
  readonly preferences: Pick<UserPreferences, "of">;
  readonly formats: ReportFormats;
}

/** What is sent, and where its devices were. */
interface Sent {
  readonly report: Report;
  readonly file: ReportFile;
  readonly fileName: string;
  readonly content: StoredBytes;
  /** Null: it has none. */
  readonly rows: number | null;
  readonly projects: MadeReport["projects"];
}

interface Recipient {
  readonly address: string;
  readonly language: LetterLanguage;
}

/** Sends reports to whom they name [SCH2]: in the transaction that makes them known, so that each is sent once. */
export class ReportLetters {
  readonly #parts: LetterParts;
  readonly #attachedBytes: number;

  constructor(parts: LetterParts, attachedBytes: number) {
    this.#parts = parts;
    this.#attachedBytes = attachedBytes;
  }

  /** Returns whom it could not be sent to, and why: the report is made all the same. */
  async send(sent: Sent): Promise<readonly JobFailure[]> {
    const { mail, tenantId, maker } = sent.report;
    const named = [...(mail?.userIds ?? []), ...(mail?.addresses ?? [])];
    if (named.length === 0) return [];
    if (!(await this.#parts.mail.canSend(tenantId))) return named.map((id) => unsent(id, "There is no mail server"));
    const failures: JobFailure[] = [];
    const language = await this.#languageOf(maker.userId);
    for (const address of mail?.addresses ?? []) await this.#sendTo(sent, { address, language }, failures);
    for (const id of mail?.userIds ?? []) await this.#sendToUser(sent, id.toLowerCase() as UserId, failures);
    return failures;
  }

  async #sendToUser(sent: Sent, id: UserId, failures: JobFailure[]): Promise<void> {
    const user = await this.#parts.users.findInTenant(sent.report.tenantId, id);
    const problem = user ? problemOf(user, sent) : "There is no such user in the tenant any more";
    if (!user || problem !== undefined) failures.push(unsent(id, problem ?? "", user?.username));
    else await this.#sendTo(sent, { address: user.username, language: await this.#languageOf(id) }, failures);
  }

  async #sendTo(sent: Sent, to: Recipient, failures: JobFailure[]): Promise<void> {
    const { report, file, fileName, content } = sent;
    const isAttached = report.mail?.attach !== false && content.size <= this.#attachedBytes;
    const { mediaType } = this.#parts.formats[file.format];
    try {
      await this.#parts.mail.send({
        ...{ tenantId: report.tenantId, to: to.address, letter: this.#letter(sent, to.language, isAttached) },
        ...{ key: `report/${file.id}/${to.address.toLowerCase()}`, summary: `Report ${report.name} to ${to.address}` },
        notAfter: file.expiresTime,
        ...(isAttached && { attachment: { ...content, name: fileName, mediaType } }),
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failures.push(unsent(to.address, error.message)); // too much waits to be sent
    }
  }

  #letter({ report, file, rows }: Sent, language: LetterLanguage, isAttached: boolean) {
    const times = new LocalTimes(file.timeZone);
    const shown = (ts: number) => times.textOf(ts).slice(0, 16).replace("T", " ");
    return reportLetter(language, {
      ...{ reportName: report.name, from: shown(file.startTs), to: shown(file.endTs), timeZone: file.timeZone },
      ...{ rows, isAttached, link: this.#parts.mail.linkTo("/reports") },
    });
  }

  async #languageOf(user: UserId): Promise<LetterLanguage> {
    return (await this.#parts.preferences.of(user)).language ?? "en";
  }
}

const unsent = (id: string, reason: string, name: string | null = null): JobFailure => ({
  ...{ id, name, reason: `Not sent: ${reason}` },
});

/** Whoever may not see all of it by themselves gets none by mail either [PRJ1]. */
function problemOf(user: TenantUser, { projects }: Sent): string | undefined {
  if (!isMailAddress(user.username)) return "their name is no mail address";
  const standing = { tenantId: user.tenantId, grants: grantsOf(user) };
  const reach = reachFor(standing, ["VIEW_SCHEDULES", "VIEW_TELEMETRY"]);
  const seesAll = reach !== undefined && projects.every((project) => reaches(reach, project));
  return seesAll ? undefined : "they may not see all of it";
}
