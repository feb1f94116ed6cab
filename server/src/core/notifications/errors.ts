import { AppError } from "../../kernel/errors.ts";

export const policyNotFound = (id: string) =>
  new AppError("NOTIFICATION_POLICY_NOT_FOUND", "not-found", `No notification policy ${id}`);

export const projectNeeded = () =>
  new AppError("NOTIFICATION_PROJECT_NEEDED", "invalid", "projectId: name a project of yours");

export const projectJustGone = () =>
  new AppError("NOTIFICATION_PROJECT_GONE", "conflict", "projectId: it was deleted this moment");

export const timeZoneUnknown = (timeZone: string) =>
  new AppError("NOTIFICATION_TIME_ZONE_UNKNOWN", "invalid", `quietHours.timeZone: unknown time zone ${timeZone}`, {
    params: { timeZone },
  });

export const stepsUnordered = () =>
  new AppError("NOTIFICATION_STEPS_UNORDERED", "invalid", "escalation: each step has to be later than the one before");

export const nobodyNamed = (field: string) =>
  new AppError("NOTIFICATION_NOBODY_NAMED", "invalid", `${field}: name somebody`, { params: { field } });

/** Somebody, or something, that is not there. */
export const recipientUnknown = (field: string, { named, message }: { named: string; message: string }) =>
  new AppError("NOTIFICATION_RECIPIENT_UNKNOWN", "not-found", `${field}: ${message}`, { params: { field, named } });

export const addressInvalid = (field: string, address: string) =>
  new AppError(
    "NOTIFICATION_ADDRESS_INVALID",
    "invalid",
    `${field}: "${address}" is no address a mail can be sent to`,
    { params: { field, address } },
  );

export const policyNameTaken = (name: string) =>
  new AppError("NOTIFICATION_POLICY_NAME_TAKEN", "conflict", `There is a notification policy "${name}" already`, {
    params: { name },
  });

export const policyStale = (name: string, version: number) =>
  new AppError(
    "NOTIFICATION_POLICY_STALE",
    "conflict",
    `"${name}" was changed meanwhile and is version ${version} now; read it again`,
    { params: { name, version } },
  );

export const policyVersionNeeded = () =>
  new AppError("NOTIFICATION_POLICY_VERSION_NEEDED", "invalid", "version: name the one the change was made from");

export const tooManyPolicies = (most: number) =>
  new AppError("NOTIFICATION_POLICIES_TOO_MANY", "conflict", `A tenant has at most ${most} notification policies`, {
    params: { most },
  });

export const webhookNotFound = (id: string) => new AppError("WEBHOOK_NOT_FOUND", "not-found", `No webhook ${id}`);

export const webhookUrlNeeded = () => new AppError("WEBHOOK_URL_NEEDED", "invalid", "url: needed");

export const webhookUrlInvalid = () =>
  new AppError("WEBHOOK_URL_INVALID", "invalid", "The address has to be such as https://hooks.example.com/x");

export const webhookUrlWithLogin = () =>
  new AppError("WEBHOOK_URL_WITH_LOGIN", "invalid", "url: without a user name and a password");

export const webhookChatNeeded = () => new AppError("WEBHOOK_CHAT_NEEDED", "invalid", "chatId: needed with TELEGRAM");

export const webhookNameTaken = (name: string) =>
  new AppError("WEBHOOK_NAME_TAKEN", "conflict", `There is a webhook "${name}" already`, { params: { name } });

export const tooManyWebhooks = (most: number) =>
  new AppError("WEBHOOKS_TOO_MANY", "conflict", `A tenant has at most ${most} webhooks`, { params: { most } });

export const notificationNotFound = (id: string) =>
  new AppError("NOTIFICATION_NOT_FOUND", "not-found", `No notification ${id}`);

export const notificationNotAgain = () =>
  new AppError(
    "NOTIFICATION_NOT_AGAIN",
    "conflict",
    "Only a message that is held, tried or was given up is sent again",
  );

export const testUnclear = () =>
  new AppError("NOTIFICATION_TEST_UNCLEAR", "invalid", "Name one of address, webhookId and inbox");

export const testsTooMany = (retryAfterMs: number) =>
  new AppError("NOTIFICATION_TESTS_TOO_MANY", "too-many", "Too many tests; try again later", { retryAfterMs });
