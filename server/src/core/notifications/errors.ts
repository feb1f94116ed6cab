import { AppError } from "../../kernel/errors.ts";

export const policyNotFound = (id: string) =>
  new AppError("NOTIFICATION_POLICY_NOT_FOUND", "not-found", `No notification policy ${id}`);

export const policyInvalid = (reason: string) => new AppError("NOTIFICATION_POLICY_INVALID", "invalid", reason);

export const policyNameTaken = (name: string) =>
  new AppError("NOTIFICATION_POLICY_NAME_TAKEN", "conflict", `There is a notification policy "${name}" already`);

export const policyStale = (name: string, version: number) =>
  new AppError(
    "NOTIFICATION_POLICY_STALE",
    "conflict",
    `"${name}" was changed meanwhile and is version ${version} now; read it again`,
  );

export const policyVersionNeeded = () =>
  new AppError("NOTIFICATION_POLICY_VERSION_NEEDED", "invalid", "version: name the one the change was made from");

export const tooManyPolicies = (most: number) =>
  new AppError("NOTIFICATION_POLICIES_TOO_MANY", "conflict", `A tenant has at most ${most} notification policies`);

export const webhookNotFound = (id: string) => new AppError("WEBHOOK_NOT_FOUND", "not-found", `No webhook ${id}`);

export const webhookInvalid = (reason: string) => new AppError("WEBHOOK_INVALID", "invalid", reason);

export const webhookNameTaken = (name: string) =>
  new AppError("WEBHOOK_NAME_TAKEN", "conflict", `There is a webhook "${name}" already`);

export const tooManyWebhooks = (most: number) =>
  new AppError("WEBHOOKS_TOO_MANY", "conflict", `A tenant has at most ${most} webhooks`);

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
