import { AppError } from "../../kernel/errors.ts";

export const tenantNotFound = (tenantId: string) =>
  new AppError("TENANT_NOT_FOUND", "not-found", `No tenant ${tenantId}`);

export const settingsChanged = () =>
  new AppError("SETTINGS_CHANGED", "conflict", "The settings were changed meanwhile; load them again");

export const homePageUnclear = () =>
  new AppError("HOME_PAGE_UNCLEAR", "invalid", "homePage: projectId goes with kind PROJECT, and only with it");

const fullTexts = {
  devices: "devices",
  users: "users",
  attributeBytes: "bytes of attributes",
} as const;

/** By what it has, not by what a caller did: as busy, until somebody makes room [QTA1]. */
export const tenantFull = (resource: keyof typeof fullTexts, limit: number) =>
  new AppError(
    fullCodes[resource],
    "no-room",
    `The tenant may have ${limit} ${fullTexts[resource]}, and has them; remove some, or have its limit raised`,
  );

const fullCodes = {
  devices: "TENANT_DEVICES_FULL",
  users: "TENANT_USERS_FULL",
  attributeBytes: "TENANT_ATTRIBUTES_FULL",
} as const;

export const termsChanged = () =>
  new AppError("TERMS_CHANGED", "conflict", "The terms of use were changed meanwhile; look at them again");

export const termsOutdated = () =>
  new AppError("TERMS_OUTDATED", "conflict", "version: these are not the terms of use that hold now; read them again");

export const tenantNameTaken = (name: string) =>
  new AppError("TENANT_NAME_TAKEN", "conflict", `A tenant named ${name} exists already`);
