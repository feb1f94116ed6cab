import type { EpochMs } from "../../../kernel/time.ts";
import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";
import { momentText } from "./moment-text.ts";

interface InvitationFacts {
  readonly tenantName: string;
  readonly username: string;
  readonly link: string;
  readonly expiresTime: EpochMs;
}

/** With the link that lets somebody in [AUTH7]. */
export const invitationLetter = (language: LetterLanguage, facts: InvitationFacts): Letter =>
  composeLetter(language, contents[language](facts, momentText(language, facts.expiresTime)));

const contents: Record<LetterLanguage, (facts: InvitationFacts, until: string) => LetterContent> = {
  en: ({ tenantName, username, link }, until) => ({
    subject: `Invitation to ${tenantName}`,
    greeting: "Hello,",
    paragraphs: [
      `you are invited to work with ${tenantName} on Heliograph. Your user name there is ${username}.`,
      "Open the link to accept. If you have an account, your password is asked for; if not, you choose one.",
    ],
    action: { label: "Accept the invitation", url: link },
    closing: [
      `The link is for you alone, works once, and ends on ${until}.`,
      "If you did not expect this, ignore this mail: without the link nothing happens.",
    ],
  }),
  de: ({ tenantName, username, link }, until) => ({
    subject: `Einladung zu ${tenantName}`,
    greeting: "Guten Tag,",
    paragraphs: [
      `Sie sind eingeladen, bei ${tenantName} mit Heliograph zu arbeiten. Ihr Benutzername dort ist ${username}.`,
      "Öffnen Sie den Link, um anzunehmen. Wenn Sie ein Konto haben, wird Ihr Passwort verlangt; sonst wählen Sie eines.",
    ],
    action: { label: "Einladung annehmen", url: link },
    closing: [
      `Der Link ist nur für Sie, gilt einmal und endet am ${until}.`,
      "Falls Sie das nicht erwartet haben, beachten Sie diese Mail nicht: Ohne den Link geschieht nichts.",
    ],
  }),
};
