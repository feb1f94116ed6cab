/**
 * Refusals by their name in docs/errors.md, with what they name in braces; where `kind` is told, the name with a dot and
 * it comes first. The server speaks English: here are those whose words name a field of the API, or that say less than a
 * page can.
 */
export const refusals: Readonly<Record<string, string>> = {
  CODE_REFUSED: "The code is wrong, or was used before. Take the next one.",
  SCHEDULE_NEVER_RUNS: "It would never run: the time has passed, or there is no such day.",
  PASSWORD_WRONG: "The password is wrong.",
  PICTURE_INVALID: "This is not the picture it says it is, or an SVG that is more than a drawing.",
  MAIL_SENDER_INVALID: "From: write ada@example.org or Rail Lab <ada@example.org>.",
  MAIL_ADDRESS_INVALID: "No mail can be sent to this address.",
  PROJECT_BELOW_ITSELF: "{name} cannot be moved below itself.",
  PERMISSION_DENIED: "Your role does not allow this. It needs the permission {missing}.",
  CANNOT_GIVE: "You cannot give what you do not have there: {missing}.",
  CANNOT_CHANGE: "This user may do more than you, who cannot change that: {more}.",
  ROLE_STRONGER: "You cannot take from {name} what you do not have: {missing}.",
  ACCOUNT_ELSEWHERE: "This account is used where you do not manage users, too. Ask a system administrator.",
  OPENING_NEEDS_SECOND_FACTOR:
    "This tenant asks for a second factor: set one up for your account, log in with it, and open the tenant then.",
  TENANT_OPENED: "Who has opened a tenant as its administrator has no keys there. Leave it first.",
};
