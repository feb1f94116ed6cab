export { messageIdOf } from "./kept-mail.ts";
export { composeLetter, type LetterContent, type LetterLanguage } from "./letter.ts";
export { acceptedLetter } from "./letters/accepted-letter.ts";
export { type AccountNews, accountLetter } from "./letters/account-letter.ts";
export { invitationLetter } from "./letters/invitation-letter.ts";
export { passwordResetLetter } from "./letters/password-reset-letter.ts";
export { reportLetter } from "./letters/report-letter.ts";
export { Mail } from "./mail.ts";
export { isMailAddress, mailSenderOf } from "./mail-address.ts";
export { MailConsumer } from "./mail-consumer.ts";
export { type MailAccount, MailSettings, type ShownMail } from "./mail-settings.ts";
export type { TenantMail, TenantMailStore } from "./mail-settings-store.ts";
export { MailTests } from "./mail-tests.ts";
export {
  type Mailer,
  type MailMessage,
  MailRefused,
  type MailSecurity,
  type MailServer,
} from "./mailer.ts";
