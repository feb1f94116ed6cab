import { composeLetter, type Letter, type LetterContent, type LetterLanguage } from "../letter.ts";

interface TestFacts {
  readonly tenantName: string;
  readonly askedBy: string;
}

/** To see whether mail works. */
export const testLetter = (language: LetterLanguage, facts: TestFacts): Letter =>
  composeLetter(language, contents[language](facts));

const contents: Record<LetterLanguage, (facts: TestFacts) => LetterContent> = {
  en: ({ tenantName, askedBy }) => ({
    subject: `Test mail of ${tenantName}`,
    greeting: "Hello,",
    paragraphs: [`this mail shows that mail of ${tenantName} arrives. ${askedBy} asked for it in the settings.`],
    closing: ["There is nothing to do."],
  }),
  de: ({ tenantName, askedBy }) => ({
    subject: `Testmail von ${tenantName}`,
    greeting: "Guten Tag,",
    paragraphs: [
      `diese Mail zeigt, dass Mails von ${tenantName} ankommen. ${askedBy} hat sie in den Einstellungen angefordert.`,
    ],
    closing: ["Es ist nichts zu tun."],
  }),
};
