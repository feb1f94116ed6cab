import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";

interface ReportFacts {
  readonly reportName: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  /** Null: it has none. */
  readonly rows: number | null;
  readonly isAttached: boolean;
  /** Needs a login; undefined where nobody knows the public address. */
  readonly link: string | undefined;
}

/** A report is ready [SCH2]. */
export const reportLetter = (language: LetterLanguage, facts: ReportFacts): Letter =>
  composeLetter(language, contents[language](facts));

const contents: Record<LetterLanguage, (facts: ReportFacts) => LetterContent> = {
  en: ({ reportName, from, to, timeZone, rows, isAttached, link }) => ({
    subject: `Report ${reportName}`,
    greeting: "Hello,",
    paragraphs: [
      `the report ${reportName} for the time from ${from} to ${to} (${timeZone}) is ready${rows === null ? "" : `; it has ${rows} rows`}.`,
      isAttached
        ? "It is attached."
        : "It is too large for a mail, or is not to be attached: it is kept on the server.",
    ],
    ...(link !== undefined && { action: { label: "Open the report", url: link } }),
    closing: ["You get this mail because you are named as a recipient of the report."],
  }),
  de: ({ reportName, from, to, timeZone, rows, isAttached, link }) => ({
    subject: `Bericht ${reportName}`,
    greeting: "Guten Tag,",
    paragraphs: [
      `der Bericht ${reportName} über die Zeit von ${from} bis ${to} (${timeZone}) ist fertig${rows === null ? "" : `; er hat ${rows} Zeilen`}.`,
      isAttached ? "Er liegt bei." : "Er ist zu groß für eine Mail oder soll nicht beiliegen: Er liegt auf dem Server.",
    ],
    ...(link !== undefined && { action: { label: "Bericht öffnen", url: link } }),
    closing: ["Sie bekommen diese Mail, weil Sie als Empfänger des Berichts genannt sind."],
  }),
};
