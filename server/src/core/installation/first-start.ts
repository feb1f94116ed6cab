import { generatePassword, type Users } from "../access/index.ts";
import type { Tenant, Tenants } from "../tenants/index.ts";
import type { InstallationStore } from "./installation-store.ts";

/** Set to the administrator's name before the account is created: it is ours to finish, and no other is. */
const begunFact = "first-start-begun";
export const firstStartFact = "first-start";

export interface FirstStartSettings {
  readonly tenant: string;
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
  readonly passwordMinLength: number;
}

export interface FirstAdministrator {
  readonly tenant: string;
  readonly username: string;
  /** Set when it was generated here: to be shown once, and kept nowhere. */
  readonly generatedPassword: string | undefined;
}

interface Parts {
  readonly facts: InstallationStore;
  readonly tenants: Tenants;
  readonly users: Users;
}

/**
 * Creates the first tenant and its administrator [RUN4]; undefined when that was done before. `tell` is called as soon
 * as the password is stored, whatever fails afterwards. Interrupted before it was told, the next start takes it up
 * again with a new password; an account that came from elsewhere keeps its own.
 */
export async function firstStart(
  parts: Parts,
  settings: FirstStartSettings,
  tell: (administrator: FirstAdministrator) => void,
): Promise<FirstAdministrator | undefined> {
  const { facts, tenants } = parts;
  if ((await facts.get(firstStartFact)) !== undefined) return undefined;
  const administrator = await appoint(parts, settings, await tenants.ensure(settings.tenant));
  tell(administrator);
  await facts.set(firstStartFact, new Date().toISOString());
  return administrator;
}

async function appoint(
  { facts, users }: Parts,
  settings: FirstStartSettings,
  tenant: Tenant,
): Promise<FirstAdministrator> {
  const username = settings.adminUsername;
  const password = settings.adminPassword ?? generatePassword(settings.passwordMinLength);
  const wasInterrupted = (await facts.get(begunFact)) === username;
  if (!wasInterrupted && !(await users.exists(username))) await facts.set(begunFact, username);
  const outcome = await users.ensureAssigned(tenant.id, { username, password }, "TENANT_ADMIN");
  const isUntold = wasInterrupted && outcome === "already-assigned";
  if (isUntold) await users.resetPassword(username, password);
  const isGenerated = settings.adminPassword === undefined && (outcome === "created" || isUntold);
  return { tenant: tenant.name, username, generatedPassword: isGenerated ? password : undefined };
}
