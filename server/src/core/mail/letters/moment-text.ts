import type { EpochMs } from "../../../kernel/time.ts";
import type { LetterLanguage } from "../letter.ts";

const locales: Record<LetterLanguage, string> = { en: "en-GB", de: "de-DE" };

/** In UTC, and saying so: nobody knows in which zone a letter is read. */
export const momentText = (language: LetterLanguage, time: EpochMs): string =>
  new Intl.DateTimeFormat(locales[language], {
    ...{ dateStyle: "long", timeStyle: "short" },
    timeZone: "UTC",
  })
    .format(time)
    .concat(" UTC");
