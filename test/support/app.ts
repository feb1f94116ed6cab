import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Assignment, DeviceInput, DeviceRecord, TenantRole, TokenPair, UserRecord } from "@heliograph/contract";
import { pino } from "pino";
import type { Platform } from "../../server/src/compose/compose.ts";
import { type RunningNode, startNode } from "../../server/src/node.ts";
import { type Config, readConfig } from "../../server/src/settings/config.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { isLongRun, sizeOf } from "../switches.ts";
import { patience } from "./helio.ts";
import { putMigratedFileAtFirst } from "./migrated-file.ts";
import { RestClient, type RestResponse } from "./rest-client.ts";

export interface TestTenant {
  readonly id: string;
  readonly admin: RestClient;
}

/** One that its test made: nobody else knows it. */
export interface OwnTenant extends TestTenant {
  readonly name: string;
  /** Of its administrator. */
  readonly username: string;
}

export interface OpenNode {
  readonly node: RunningNode;
  readonly config: Config;
  readonly platform: Platform;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A whole node with a fresh data folder and free ports, and the few calls every test begins with. */
export class TestApp implements AsyncDisposable {
  readonly node: RunningNode;
  readonly config: Config;
  /** The inside of the node, for what cannot be seen from outside. */
  readonly platform: Platform;
  readonly rest: RestClient;
  readonly #dispose: () => Promise<void>;
  readonly #tenants: string[] = [];
  #systemAdministrator: RestClient | undefined;

  constructor({ node, config, platform, close }: OpenNode) {
    this.node = node;
    this.config = config;
    this.platform = platform;
    this.rest = new RestClient(node.httpPort);
    this.#dispose = close;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispose();
  }

  async login(username: string, password = testPassword, authorityId?: string): Promise<RestClient> {
    const { token } = await this.tokens(username, password, authorityId);
    return this.rest.withToken(token);
  }

  async tokens(username: string, password = testPassword, authorityId?: string): Promise<TokenPair> {
    const body = { username, password, ...(authorityId && { authorityId }) };
    return expectOk(await this.rest.post("/api/auth/login", body)).json<TokenPair>();
  }

  async assignments(username: string, password = testPassword): Promise<Assignment[]> {
    return expectOk(await this.rest.post("/api/noauth/authorization", { username, password })).json<Assignment[]>();
  }

  /** The tenant of the first start. */
  async firstTenant(): Promise<TestTenant> {
    const [assignment] = await this.assignments("admin");
    return { id: assignment?.tenant?.id.id ?? "", admin: await this.login("admin") };
  }

  async systemAdministrator(): Promise<RestClient> {
    this.#systemAdministrator ??= await this.login(systemAdministrator);
    return this.#systemAdministrator;
  }

  /** A further tenant with an administrator of its own. */
  async tenant(name = `tenant ${randomUUID()}`): Promise<OwnTenant> {
    const system = await this.systemAdministrator();
    const { id } = (await system.calls.tenants.create({ body: { name } })).id;
    this.#tenants.push(id);
    const username = `admin-${randomUUID()}`;
    await this.user(system, id, username, "TENANT_ADMIN");
    return { id, name, username, admin: await this.login(username) };
  }

  /** Those further ones, with everything in them; what a test removed itself is gone already. */
  async removeTenants(): Promise<void> {
    if (this.#tenants.length === 0) return;
    const system = await this.login(systemAdministrator);
    for (const id of this.#tenants.splice(0)) await system.delete(`/api/tenants/${id}`);
  }

  user(by: RestClient, tenantId: string, username: string, authority: TenantRole): Promise<UserRecord> {
    return by.calls.users.add({ tenantId, body: { username, password: testPassword, authority } });
  }

  /** A further assignment for a user who exists: invited, and accepted. */
  async join(by: RestClient, tenantId: string, username: string, authority: TenantRole): Promise<void> {
    const { token = "" } = await by.calls.users.invite({ tenantId, body: { username, authority } });
    await this.rest.calls.users.acceptInvitation({ body: { token, password: testPassword } });
  }

  device(tenant: TestTenant, fields: Partial<DeviceInput> = {}): Promise<DeviceRecord> {
    return tenant.admin.calls.devices.save({ body: { name: `device ${randomUUID()}`, ...fields } });
  }
}

export const testPassword = "a password for tests";
const systemAdministrator = "system";

/**
 * A node of one's own in this process; `env` as the person who starts it would set it. Most files do with the one that
 * all of them share: see `sharedApp`.
 */
export const startApp = async (env: Record<string, string> = {}): Promise<TestApp> => new TestApp(await openNode(env));

export async function openNode(env: Record<string, string>): Promise<OpenNode> {
  const folder = dataFolder();
  if (!isLongRun() && env["HELIO_DATABASE_URL"] === undefined)
    await putMigratedFileAtFirst(env["HELIO_DATA_DIR"] ?? folder);
  const { config } = readConfig([], {
    HELIO_HOST: "127.0.0.1",
    HELIO_HTTP_PORT: "0",
    HELIO_HTTPS_PORT: "0",
    HELIO_MQTT_PORT: "0",
    HELIO_MQTT_TLS_PORT: "0",
    HELIO_DATA_DIR: folder,
    HELIO_ADMIN_PASSWORD: testPassword,
    HELIO_LOG_LEVEL: "silent",
    HELIO_DISK_RESERVE: "0", // megabytes per test node would be nobody's use
    HELIO_MQTT_THREADS: String(sizeOf("HELIO_TEST_MQTT_THREADS")),
    ...(!isLongRun() && { HELIO_TELEMETRY_READERS: "1" }), // each thread is a tenth of what a start costs
    ...(env["HELIO_DATABASE_URL"] !== undefined && patience),
    ...env,
  });
  const inside = Promise.withResolvers<Platform>();
  const node = await startNode(config, pino({ level: config.logLevel }), async (platform) => {
    inside.resolve(platform);
    await platform.users.ensureAssigned(
      undefined,
      { username: systemAdministrator, password: testPassword },
      "SYS_ADMIN",
    );
  });
  const close = async () => {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { node, config, platform: await inside.promise, close };
}

/** In memory, but for the sizes of the long run. What has to be on disk when it is acknowledged is shown by processes. */
const dataFolder = (): string =>
  isLongRun() ? mkdtempSync(join(tmpdir(), "heliograph-test-")) : scratchFolder("test");

export function expectOk(response: RestResponse): RestResponse {
  if (response.status >= 300) throw new Error(`expected success, got ${response.status}: ${response.text}`);
  return response;
}
