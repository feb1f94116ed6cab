import type { LetterContent } from "../mail/index.ts";
import type { Composed } from "./composing.ts";
import type { Teller } from "./teller.ts";

/** A message as a mail. */
export function letterOf(
  { text, language, link }: Pick<Composed, "text" | "language" | "link">,
  by: Teller,
): LetterContent {
  const { greeting, label, closing } = words[language];
  return {
    ...{ subject: text.subject, greeting, paragraphs: text.lines, closing: [closing[by.kind](by.name)] },
    ...(link !== undefined && { action: { label, url: link } }),
  };
}

const words = {
  en: {
    greeting: "Hello,",
    label: "Open in Heliograph",
    closing: {
      policy: (name: string) => `You get this because of the notification policy “${name}”.`,
      rule: (name: string) => `You get this because of the rule “${name}”.`,
      schedule: (name: string) => `You get this because of the schedule “${name}”.`,
    },
  },
  de: {
    greeting: "Guten Tag,",
    label: "In Heliograph öffnen",
    closing: {
      policy: (name: string) => `Sie erhalten dies wegen der Benachrichtigungsregel „${name}“.`,
      rule: (name: string) => `Sie erhalten dies wegen der Regel „${name}“.`,
      schedule: (name: string) => `Sie erhalten dies wegen des Zeitplans „${name}“.`,
    },
  },
} as const;
