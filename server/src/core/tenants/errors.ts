import { AppError } from "../../kernel/errors.ts";

export const tenantNotFound = (tenantId: string) =>
  new AppError("TENANT_NOT_FOUND", "not-found", `No tenant ${tenantId}`);

export const settingsChanged = () =>
  new AppError("SETTINGS_CHANGED", "conflict", "The settings were changed meanwhile; load them again");

export const limitsChanged = () =>
  new AppError("LIMITS_CHANGED", "conflict", "The limits were changed meanwhile; load them again");

export const homePageUnclear = () =>
  new AppError("HOME_PAGE_UNCLEAR", "invalid", "homePage: projectId goes with kind PROJECT, and only with it");

const fullText = (things: string) =>
  `The tenant may have ${things}, and with this it would have more; remove some, or have its limit raised`;

const tenantFullOf = {
  devices: (limit: number) =>
    new AppError("TENANT_DEVICES_FULL", "no-room", fullText(`${limit} devices`), { params: { limit } }),
  users: (limit: number) =>
    new AppError("TENANT_USERS_FULL", "no-room", fullText(`${limit} users`), { params: { limit } }),
  attributeBytes: (limit: number) =>
    new AppError("TENANT_ATTRIBUTES_FULL", "no-room", fullText(`${limit} bytes of attributes`), { params: { limit } }),
};

/** By what it has, not by what a caller did: as busy, until somebody makes room [QTA1]. */
export const tenantFull = (resource: keyof typeof tenantFullOf, limit: number) => tenantFullOf[resource](limit);

export const termsChanged = () =>
  new AppError("TERMS_CHANGED", "conflict", "The terms of use were changed meanwhile; look at them again");

export const termsOutdated = () =>
  new AppError("TERMS_OUTDATED", "conflict", "version: these are not the terms of use that hold now; read them again");

export const tenantNameTaken = (name: string) =>
  new AppError("TENANT_NAME_TAKEN", "conflict", `A tenant named ${name} exists already`, { params: { name } });
