import { expectOk, testPassword } from "./app.ts";
import type { RestClient } from "./rest-client.ts";

/** The first administrator of a node that runs as a process of its own. */
export async function loginAsAdmin(rest: RestClient): Promise<RestClient> {
  const body = { username: "admin", password: testPassword };
  return rest.withToken(expectOk(await rest.post("/api/auth/login", body)).json<{ token: string }>().token);
}
