import type { StepToken, TokenPair } from "@heliograph/contract";
import { ApiClient } from "./api-client.ts";
import { type Calls, callsOver } from "./calls.ts";
import { KeptTokens } from "./kept-tokens.ts";
import { LiveConnection } from "./live/live-connection.ts";

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** The name of the tenant; needed by users of several. */
  readonly tenant?: string;
  /** Of an account with a second factor: what the app shows at this moment. A script better uses an API key. */
  readonly verificationCode?: string;
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
export async function logIn(
  address: string,
  { username, password, tenant, verificationCode }: Credentials,
): Promise<LoggedIn> {
  const base = address.replace(/\/+$/, "");
  const nobody = callsOver(new ApiClient(undefined, base));
  const person = { username, password };
  const choices = await nobody.auth.assignmentsFor({ body: person });
  const chosen = tenant === undefined ? choices[0] : choices.find((choice) => choice.tenant?.name === tenant);
  if (!chosen || (tenant === undefined && choices.length > 1)) throw new Error(whichTenant(choices, tenant));
  const answer = await nobody.auth.login({ body: { ...person, authorityId: chosen.authorityId.id } });
  const pair = answer.refreshToken === null ? await verified(base, answer, verificationCode) : answer;
  const tokens = new KeptTokens(pair, (refreshToken) => nobody.auth.refresh({ body: { refreshToken } }));
  const api = callsOver(new ApiClient(tokens, base));
  return {
    api,
    tenantId: chosen.tenantId?.id,
    live: new LiveConnection(tokens, base),
    logOut: async () => void (await api.auth.logout()),
  };
}

/** The second step of a login [AUTH9]. */
async function verified(base: string, { token, scope }: StepToken, code: string | undefined): Promise<TokenPair> {
  if (scope === "MFA_CONFIGURATION_TOKEN")
    throw new Error("This tenant asks for a second factor: set one up in the web interface first, or use an API key");
  if (code === undefined)
    throw new Error("This account has a second factor: name a verificationCode, or use an API key");
  const calls = callsOver(new ApiClient({ current: async () => token }, base));
  return calls.auth.verifyLogin({ body: { verificationCode: code } });
}

type Choices = readonly { readonly tenant?: { readonly name: string } }[];

function whichTenant(choices: Choices, wanted: string | undefined): string {
  const names = choices.flatMap(({ tenant }) => tenant?.name ?? []).join(", ");
  return wanted === undefined
    ? `This user belongs to several tenants; name one of: ${names}`
    : `This user does not belong to a tenant named ${wanted}, only to: ${names}`;
}
