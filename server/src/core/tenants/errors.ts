import { AppError } from "../../kernel/errors.ts";

export const tenantNotFound = (tenantId: string) =>
  new AppError("TENANT_NOT_FOUND", "not-found", `No tenant ${tenantId}`);

export const tenantNameTaken = (name: string) =>
  new AppError("TENANT_NAME_TAKEN", "conflict", `A tenant named ${name} exists already`);
