import type { InboxRecord } from "@heliograph/contract";
import { useLanguage } from "../../i18n/messages.tsx";

/** What a message says, in the language of the interface where it is there in that. */
export function useSaid({ translations, subject, text }: InboxRecord): {
  readonly subject: string;
  readonly text: string;
} {
  const language = useLanguage();
  return translations?.[language] ?? { subject, text };
}
