import { ApiClient } from "./api-client.ts";
import { type Calls, callsOver } from "./calls.ts";
import { KeptTokens } from "./kept-tokens.ts";
import { LiveConnection } from "./live/live-connection.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The name of the tenant; needed by users of several. */
  readonly tenant?: string;
}

export interface LoggedIn {
  readonly api: Calls;
  /** Undefined for a system administrator, who stands outside of all tenants. */
  readonly tenantId: string | undefined;
  /** What is live, over one WebSocket; start it, and stop it at the end. */
  readonly live: LiveConnection;
  logOut(): Promise<void>;
}

/** Logs a script in: `const { api, tenantId } = await logIn("http://localhost:8080", { username, password })`. */
export async function logIn(address: string, { username, password, tenant }: Credentials): Promise<LoggedIn> {
  const base = address.replace(/\/+$/, "");
  const nobody = callsOver(new ApiClient(undefined, base));
  const person = { username, password };
  const choices = await nobody.auth.assignmentsFor({ body: person });
  const chosen = tenant === undefined ? choices[0] : choices.find((choice) => choice.tenant?.name === tenant);
  if (!chosen || (tenant === undefined && choices.length > 1)) throw new Error(whichTenant(choices, tenant));
  const pair = await nobody.auth.login({ body: { ...person, authorityId: chosen.authorityId.id } });
  const tokens = new KeptTokens(pair, (refreshToken) => nobody.auth.refresh({ body: { refreshToken } }));
  const api = callsOver(new ApiClient(tokens, base));
  return {
    api,
    tenantId: chosen.tenantId?.id,
    live: new LiveConnection(tokens, base),
    logOut: async () => void (await api.auth.logout()),
  };
}

type Choices = readonly { readonly tenant?: { readonly name: string } }[];

function whichTenant(choices: Choices, wanted: string | undefined): string {
  const names = choices.flatMap(({ tenant }) => tenant?.name ?? []).join(", ");
  return wanted === undefined
    ? `This user belongs to several tenants; name one of: ${names}`
    : `This user does not belong to a tenant named ${wanted}, only to: ${names}`;
}
