import { expectOk } from "./app.ts";
import { type NodeProcess, type NodeProcessOptions, spawnNode } from "./node-process.ts";
import type { RestClient } from "./rest-client.ts";

const password = "a password for tests";

/** A node on a data folder that outlives it, and its administrator. */
export async function startOn(
  dataDir: string,
  { env = {}, ...options }: NodeProcessOptions = {},
): Promise<{ readonly node: NodeProcess; readonly admin: RestClient }> {
  const settings = { HELIO_DATA_DIR: dataDir, HELIO_ADMIN_PASSWORD: password, HELIO_LOG_LEVEL: "error", ...env };
  const node = await (await spawnNode({ ...options, env: settings })).ready();
  const body = { username: "admin", password };
  const { token } = expectOk(await node.rest.post("/api/auth/login", body)).json<{ token: string }>();
  return { node, admin: node.rest.withToken(token) };
}

export async function createDevice(
  admin: RestClient,
  name = "logger",
): Promise<{ readonly id: string; readonly token: string }> {
  const { id } = expectOk(await admin.post("/api/device", { name })).json<{ id: { id: string } }>().id;
  const { credentialsId } = (await admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  return { id, token: credentialsId };
}
