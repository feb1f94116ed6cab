import type { EpochMs } from "../../../kernel/time.ts";
import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";
import { momentText } from "./moment-text.ts";

interface ResetFacts {
  readonly username: string;
  readonly link: string;
  readonly expiresTime: EpochMs;
}

/** With the link to a new password [AUTH9]. */
export const passwordResetLetter = (language: LetterLanguage, facts: ResetFacts): Letter =>
  composeLetter(language, contents[language](facts, momentText(language, facts.expiresTime)));

const contents: Record<LetterLanguage, (facts: ResetFacts, until: string) => LetterContent> = {
  en: ({ username, link }, until) => ({
    subject: "A new password for Heliograph",
    greeting: "Hello,",
    paragraphs: [`somebody asked for a new password for the account ${username}. Open the link to set one.`],
    action: { label: "Set a new password", url: link },
    closing: [
      `The link is for you alone, works once, and ends on ${until}. Setting a password ends all sessions of the account.`,
      "If you did not ask for this, ignore this mail: your password stays what it is.",
    ],
  }),
  de: ({ username, link }, until) => ({
    subject: "Ein neues Passwort für Heliograph",
    greeting: "Guten Tag,",
    paragraphs: [
      `für das Konto ${username} wurde ein neues Passwort angefordert. Öffnen Sie den Link, um es zu setzen.`,
    ],
    action: { label: "Neues Passwort setzen", url: link },
    closing: [
      `Der Link ist nur für Sie, gilt einmal und endet am ${until}. Ein neues Passwort beendet alle Sitzungen des Kontos.`,
      "Falls Sie das nicht angefordert haben, beachten Sie diese Mail nicht: Ihr Passwort bleibt, wie es ist.",
    ],
  }),
};
