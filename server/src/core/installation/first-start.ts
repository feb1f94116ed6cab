import { generatePassword, type Users } from "../access/index.ts";
import type { Tenants } from "../tenants/index.ts";
import type { InstallationStore } from "./installation-store.ts";

const doneFact = "first-start";

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
 * Creates the first tenant and its administrator [RUN4]; undefined when that was done before. Interrupted
 * half-way, the next start takes it up again and leaves alone what is there.
 */
export async function firstStart(parts: Parts, settings: FirstStartSettings): Promise<FirstAdministrator | undefined> {
  const { facts, tenants, users } = parts;
  if ((await facts.get(doneFact)) !== undefined) return undefined;
  const tenant = (await tenants.findByName(settings.tenant)) ?? (await tenants.create(settings.tenant));
  const username = settings.adminUsername;
  const password = settings.adminPassword ?? generatePassword(settings.passwordMinLength);
  const isNew = !(await users.exists(username));
  await users.ensureAssigned(tenant.id, { username, password }, "TENANT_ADMIN");
  await facts.set(doneFact, new Date().toISOString());
  const generated = isNew && settings.adminPassword === undefined;
  return { tenant: tenant.name, username, generatedPassword: generated ? password : undefined };
}
