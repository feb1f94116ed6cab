import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";

interface AcceptedFacts {
  readonly tenantName: string;
  readonly username: string;
}

/** Tells who invited that it was accepted [AUTH7]. */
export const acceptedLetter = (language: LetterLanguage, facts: AcceptedFacts): Letter =>
  composeLetter(language, contents[language](facts));

const contents: Record<LetterLanguage, (facts: AcceptedFacts) => LetterContent> = {
  en: ({ tenantName, username }) => ({
    subject: `${username} is now in ${tenantName}`,
    greeting: "Hello,",
    paragraphs: [`${username} has accepted your invitation to ${tenantName}.`],
    closing: ["You can choose in your profile whether you get such mails."],
  }),
  de: ({ tenantName, username }) => ({
    subject: `${username} ist jetzt in ${tenantName}`,
    greeting: "Guten Tag,",
    paragraphs: [`${username} hat Ihre Einladung zu ${tenantName} angenommen.`],
    closing: ["In Ihrem Profil wählen Sie, ob Sie solche Mails bekommen."],
  }),
};
