import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isLongRun } from "../switches.ts";
import { expectOk, type TestApp, type TestTenant, testPassword } from "./app.ts";
import { HttpDevice, messageIdOf } from "./device-http.ts";
import type { RestClient } from "./rest-client.ts";

const telemetry = "/api/plugins/telemetry/DEVICE";
const everything = "keys=a,b&startTs=0&endTs=9999999999999&orderBy=ASC&limit=9999&useStrictDataTypes=true";

/** Between one device and the next of those that are made meanwhile: whoever copies them needs the cores, too. */
const writePauseMs = 40;

/** An installation with something of every kind; what it holds does not change by itself. */
export interface FilledInstallation {
  readonly tenant: string;
  readonly username: string;
  readonly device: string;
}

export async function fillInstallation(app: TestApp): Promise<FilledInstallation> {
  const tenant = await app.tenant("Prüfstand 你好");
  const { id: device, token } = await deviceOf(tenant.admin, "quiet – ß");
  await app.user(tenant.admin, tenant.id, "viewer@example.org", "VIEWER");
  const invited = { username: "later@example.org", authority: "OPERATOR" };
  expectOk(await tenant.admin.post(`/api/tenants/${tenant.id}/invitations`, invited));
  const key = { name: "nightly – ß", permissions: ["VIEW_DEVICES"], expiresTime: 9_000_000_000_000 };
  expectOk(await tenant.admin.post("/api/apiKeys", key));
  await limit(app, tenant);
  await fillDevice(tenant.admin, device);
  await talk(new HttpDevice(app.node.httpPort, token), tenant.admin, device);
  return { tenant: tenant.id, username: tenant.username, device };
}

export async function deviceOf(
  admin: RestClient,
  name: string,
): Promise<{ readonly id: string; readonly token: string }> {
  const { id } = expectOk(await admin.post("/api/device", { name, label: 'a "label"\\' })).json<{
    id: { id: string };
  }>().id;
  const { credentialsId } = (await admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  return { id, token: credentialsId };
}

async function limit(app: TestApp, { id, admin }: TestTenant): Promise<void> {
  const system = await app.systemAdministrator();
  expectOk(await system.put(`/api/tenants/${id}/limits`, { fileQuota: 1_000_000_000_000_000 }));
  expectOk(await admin.get(`/api/tenants/${id}/settings`));
}

/** Keys and values that a careless copy would change. */
async function fillDevice(admin: RestClient, id: string): Promise<void> {
  const values = `{"big":9007199254740993,"exact":1.10,"deep":{"a":[true,null,"\\u0000 ü"]},"nul\\u0000\\\\":"x","long":"${"é".repeat(20_000)}"}`;
  for (const scope of ["SERVER_SCOPE", "SHARED_SCOPE"]) {
    const options = { headers: { "content-type": "application/json" } };
    expectOk(await admin.post(`${telemetry}/${id}/attributes/${scope}`, values, options));
  }
  const points = Array.from({ length: 50 }, (_, n) => ({
    ts: 1_700_000_000_000 + n,
    values: { a: n, b: `text ${n}` },
  }));
  expectOk(await admin.post(`${telemetry}/${id}/timeseries/ANY`, points));
}

/** One command is answered, one waits; of two files one is deleted. */
async function talk(device: HttpDevice, admin: RestClient, id: string): Promise<void> {
  expectOk(await admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
  const task = await device.contact("PING");
  expectOk(await device.contact("RETURN_SCPI", "an answer\n", { messageId: messageIdOf(task) }));
  for (const fileName of ["kept.bin", "gone.bin"]) {
    expectOk(await device.contact("UPLOAD", randomBytes(50_000), { fileName }));
  }
  expectOk(await admin.delete(`/api/devices/${id}/data-files?name=gone.bin`));
  expectOk(await admin.post(`/api/devices/${id}/commands`, { type: "SCRIPT", text: "echo 'waits'" }));
}

/** All of it as the API tells it. */
export async function pictureOf(app: TestApp, { tenant, username, device }: FilledInstallation): Promise<unknown> {
  const admin = await app.login(username, testPassword);
  const read = async (path: string): Promise<unknown> => expectOk(await admin.get(path)).json();
  return {
    device: expectOk(await admin.get(`/api/device/${device}`)).json<{ name: string }>().name,
    credentials: await read(`/api/device/${device}/credentials`),
    users: await read(`/api/tenants/${tenant}/users?limit=-1`),
    invitations: await read(`/api/tenants/${tenant}/invitations?limit=-1`),
    apiKeys: await read("/api/apiKeys"),
    limits: await read(`/api/tenants/${tenant}/limits`),
    settings: await read(`/api/tenants/${tenant}/settings`),
    attributes: (await admin.get(`${telemetry}/${device}/values/attributes`)).text, // every digit counts
    points: await read(`${telemetry}/${device}/values/timeseries?${everything}`),
    commands: await read(`/api/devices/${device}/commands?limit=-1`),
    communication: await read(
      `/api/devices/${device}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0`,
    ),
    files: await read(`/api/devices/${device}/data-files/original?limit=-1`),
    content: await contentOf(admin, device, "kept.bin"),
  };
}

async function contentOf(admin: RestClient, device: string, name: string): Promise<string> {
  const path = `/api/device/${device}/data-files/CLIENT_SCOPE`;
  const token = expectOk(await admin.post(`${path}/download`, [name])).text;
  const { bytes } = expectOk(await admin.get(`${path}/token/${token}`));
  return createHash("sha256").update(bytes).digest("hex");
}

/** Devices with a point and an attribute each, made until `stop`; `acknowledged` are those that are complete. */
export function writeOn(admin: RestClient): { readonly acknowledged: Map<string, string>; stop(): Promise<void> } {
  const acknowledged = new Map<string, string>();
  let isOver = false;
  const writing = (async () => {
    for (let n = 1; !isOver; n++) {
      const { id } = await deviceOf(admin, `busy ${n}`);
      expectOk(await admin.post(`${telemetry}/${id}/timeseries/ANY`, { ts: n, values: { a: n } }));
      expectOk(await admin.post(`${telemetry}/${id}/attributes/SERVER_SCOPE`, { n }));
      acknowledged.set(id, String(n));
      if (!isLongRun()) await sleep(writePauseMs);
    }
  })();
  return {
    acknowledged,
    stop: () => {
      isOver = true;
      return writing;
    },
  };
}

/** What of them is there: the attribute and the point, as "n n". */
export async function writtenOf(admin: RestClient, ids: Iterable<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const id of ids) {
    const [attribute] = (await admin.get(`${telemetry}/${id}/values/attributes/SERVER_SCOPE?keys=n`)).json<
      { value: number }[]
    >();
    const points = (await admin.get(`${telemetry}/${id}/values/timeseries?${everything}`)).json<{
      a?: { value: number }[];
    }>();
    found.set(id, `${attribute?.value} ${points.a?.[0]?.value}`);
  }
  return found;
}
