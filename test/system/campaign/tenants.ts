import { helioHere } from "../../support/helio-here.ts";
import type { RestClient } from "../../support/rest-client.ts";
import { acknowledgedOnly } from "./alive.ts";

/** A tenant with the one administrator it has, named like it. */
export interface Tenant {
  readonly name: string;
  readonly password: string;
}

/** Before the first start of the node. */
export async function makeTenant(name: string, env: Record<string, string>): Promise<Tenant> {
  const made = await helioHere(["create-tenant", name], env);
  const user = ["create-user", name, "--tenant", name, "--role", "TENANT_ADMIN", "--generate-password"];
  const created = await helioHere(user, env);
  const password = /Password: (\S+)/.exec(created.stdout)?.[1];
  if (made.code !== 0 || password === undefined)
    throw new Error(`no tenant: ${JSON.stringify([made, created.code, created.stderr])}`);
  return { name, password };
}

export async function logIn(
  { rest }: { readonly rest: RestClient },
  { name, password }: Tenant,
): Promise<{ readonly admin: RestClient; readonly tenantId: string; readonly token: string }> {
  const login = await rest.post("/api/auth/login", { username: name, password });
  const { token } = acknowledgedOnly(login).json<{ token: string }>();
  const admin = rest.withToken(token);
  const user = acknowledgedOnly(await admin.get("/api/auth/user")).json<{ tenantId: { id: string } }>();
  return { admin, tenantId: user.tenantId.id, token };
}
