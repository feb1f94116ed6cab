import type { LetterContent } from "../mail/index.ts";
import type { Composed } from "./composing.ts";

/** A message as a mail. */
export function letterOf({ text, language, link }: Composed, policy: string): LetterContent {
  const { greeting, label, closing } = words[language];
  return {
    ...{ subject: text.subject, greeting, paragraphs: text.lines, closing: [closing(policy)] },
    ...(link !== undefined && { action: { label, url: link } }),
  };
}

const words = {
  en: {
    greeting: "Hello,",
    label: "Open in Heliograph",
    closing: (policy: string) => `You get this because of the notification policy “${policy}”.`,
  },
  de: {
    greeting: "Guten Tag,",
    label: "In Heliograph öffnen",
    closing: (policy: string) => `Sie erhalten dies wegen der Benachrichtigungsregel „${policy}“.`,
  },
} as const;
