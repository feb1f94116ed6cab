import { AppError } from "../../kernel/errors.ts";

export const attributesInvalid = (reason: string, cause?: unknown) =>
  new AppError("ATTRIBUTES_INVALID", "invalid", `Attributes refused: ${reason}`, { cause });

export const attributeKeyInvalid = (reason: string) => new AppError("ATTRIBUTE_KEY_INVALID", "invalid", reason);

export const attributeTooLarge = (key: string, bytes: number) =>
  new AppError("ATTRIBUTE_TOO_LARGE", "invalid", `The value of ${JSON.stringify(key)} is longer than ${bytes} bytes`);

/** Told before any of it is in memory. */
export const attributesTooLong = (bytes: number) =>
  new AppError(
    "ATTRIBUTES_TOO_LONG",
    "invalid",
    `These attributes have more than ${bytes} bytes together; ask for fewer keys`,
  );

export const attributesTooMany = (perScope: number) =>
  new AppError(
    "ATTRIBUTES_TOO_MANY",
    "invalid",
    `A device can have ${perScope} attributes in a scope; delete some first`,
  );

/** Client attributes are what the device says about itself [TEL6]. */
export const clientScopeIsTheDevices = () =>
  new AppError(
    "CLIENT_SCOPE_IS_THE_DEVICES",
    "invalid",
    "CLIENT_SCOPE is written by the device alone; use SHARED_SCOPE or SERVER_SCOPE",
  );
