import type { EpochMs } from "../../../kernel/time.ts";
import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";
import { momentText } from "./moment-text.ts";

/** What somebody is told about their account. */
export type AccountNews = "password-changed" | "second-factor-on" | "second-factor-off" | "recovery-code-used";

/** Tells somebody of a change they may not have made themselves [AUTH9]. */
export function accountLetter(language: LetterLanguage, news: AccountNews, username: string, time: EpochMs): Letter {
  const { greeting, when, closing } = around[language];
  const [subject, sentence] = words[language][news];
  const content: LetterContent = {
    ...{ subject, greeting, closing },
    paragraphs: [sentence(username), when(momentText(language, time))],
  };
  return composeLetter(language, content);
}

const around = {
  en: {
    greeting: "Hello,",
    when: (moment: string) => `It happened on ${moment}.`,
    closing: [
      "If it was not you, set a new password at once and tell an administrator.",
      "You can choose in your profile whether you get such mails.",
    ],
  },
  de: {
    greeting: "Guten Tag,",
    when: (moment: string) => `Das war am ${moment}.`,
    closing: [
      "Falls Sie das nicht waren, setzen Sie sofort ein neues Passwort und sagen Sie es einem Administrator.",
      "In Ihrem Profil wählen Sie, ob Sie solche Mails bekommen.",
    ],
  },
} satisfies Record<LetterLanguage, object>;

type Words = Record<AccountNews, readonly [subject: string, sentence: (username: string) => string]>;

const words: Record<LetterLanguage, Words> = {
  en: {
    "password-changed": ["Your password was changed", (name) => `the password of your account ${name} was changed.`],
    "second-factor-on": ["Second factor switched on", (name) => `a second factor was set up for your account ${name}.`],
    "second-factor-off": [
      "Second factor switched off",
      (name) => `your account ${name} has no second factor any more: the password alone is enough.`,
    ],
    "recovery-code-used": [
      "A recovery code was used",
      (name) => `a recovery code was used for your account ${name}. Make new ones before you run out of them.`,
    ],
  },
  de: {
    "password-changed": ["Ihr Passwort wurde geändert", (name) => `das Passwort Ihres Kontos ${name} wurde geändert.`],
    "second-factor-on": [
      "Zweiter Faktor eingeschaltet",
      (name) => `für Ihr Konto ${name} wurde ein zweiter Faktor eingerichtet.`,
    ],
    "second-factor-off": [
      "Zweiter Faktor ausgeschaltet",
      (name) => `Ihr Konto ${name} hat keinen zweiten Faktor mehr: Das Passwort allein genügt.`,
    ],
    "recovery-code-used": [
      "Ein Wiederherstellungscode wurde benutzt",
      (name) =>
        `für Ihr Konto ${name} wurde ein Wiederherstellungscode benutzt. Erstellen Sie neue, bevor sie ausgehen.`,
    ],
  },
};
