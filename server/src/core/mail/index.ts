export { type LetterLanguage, letterLanguages } from "./letter.ts";
export { invitationLetter } from "./letters/invitation-letter.ts";
export { Mail } from "./mail.ts";
export { isMailAddress, type MailSender, mailSenderOf, senderText } from "./mail-address.ts";
export { MailConsumer } from "./mail-consumer.ts";
export { type MailAccount, MailSettings, type ShownMail } from "./mail-settings.ts";
export type { TenantMail, TenantMailStore } from "./mail-settings-store.ts";
export { MailTests } from "./mail-tests.ts";
export { type Mailer, type MailMessage, MailRefused, type MailSecurity, type MailServer } from "./mailer.ts";
