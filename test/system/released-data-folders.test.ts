import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../support/app.ts";
import { HttpDevice, messageIdOf } from "../support/device-http.ts";
import { helioHere } from "../support/helio-here.ts";
import type { RestClient } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun } from "../switches.ts";

interface FixtureFacts {
  readonly version: string;
  readonly tenantId: string;
  readonly deviceId: string;
  readonly token: string;
  readonly firstTs: number;
  readonly points: number;
}

interface Sample {
  readonly ts: number;
  readonly value: unknown;
}

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));
const base = "/api/plugins/telemetry/DEVICE";

/** A data folder as a killed node of that version left it, made by `test/support/make-data-folder.program.ts` in its tree. */
const released: readonly FixtureFacts[] = readdirSync(fixtures)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(fixtures, name), "utf8")));

function unpack({ version }: FixtureFacts, to: string): string {
  const archive = brotliDecompressSync(readFileSync(join(fixtures, `data-folder-${version}.tar.br`)));
  execFileSync("tar", ["-xf", "-", "-C", to], { input: archive });
  return join(to, "data");
}

async function expectPoints(admin: RestClient, { deviceId, firstTs, points }: FixtureFacts): Promise<void> {
  const query = "keys=counter,level,state&startTs=0&endTs=9999999999999&orderBy=ASC&limit=1000000";
  const path = `${base}/${deviceId}/values/timeseries?${query}&useStrictDataTypes=true`;
  const { counter, level, state } = expectOk(await admin.get(path)).json<Record<string, Sample[]>>();
  const expected = (value: (n: number) => unknown) =>
    Array.from({ length: points }, (_, n) => ({ ts: firstTs + n * 1_000, value: value(n) }));
  expect(counter).toEqual(expected((n) => n));
  expect(level).toEqual(expected((n) => (n % 8) / 4));
  expect(state).toEqual(expected((n) => (n % 7 === 0 ? "on" : "off")));
}

async function expectAttributes(admin: RestClient, { deviceId }: FixtureFacts): Promise<void> {
  const values = async (scope: string) => {
    const answer = expectOk(await admin.get(`${base}/${deviceId}/values/attributes/${scope}`));
    return Object.fromEntries(answer.json<{ key: string; value: unknown }[]>().map(({ key, value }) => [key, value]));
  };
  expect(await values("SERVER_SCOPE")).toMatchObject({ place: "hall 4", floor: 2, last: "before the kill" });
  expect(await values("SHARED_SCOPE")).toEqual({ interval: 10, names: ["a", "b"] });
}

async function expectFiles(admin: RestClient, { deviceId }: FixtureFacts): Promise<void> {
  const path = `/api/device/${deviceId}/data-files/CLIENT_SCOPE`;
  const token = expectOk(await admin.post(`${path}/download`, ["notes.txt"])).text;
  expect(expectOk(await admin.get(`${path}/token/${token}`)).text).toBe("a plain text\n");
  const channels = `/api/devices/${deviceId}/data-files/channels?name=20261115_120000.osfz`;
  expect(expectOk(await admin.get(channels)).text).toMatch(/"name"/);
  const list = expectOk(await admin.get(`/api/devices/${deviceId}/data-files/original?limit=-1`));
  expect(list.json<{ data: unknown[] }>().data).toHaveLength(2);
}

async function expectCommands(port: number, { token }: FixtureFacts): Promise<void> {
  const logger = new HttpDevice(port, token);
  const task = await logger.contact("PING");
  expect(task.text).toContain("MEAS?");
  expectOk(await logger.contact("RETURN_SCPI", "4.2", { messageId: messageIdOf(task) }));
}

test.each(released)(
  "[RUN13] the data folder of $version is upgraded: points, attributes, files, commands and users are all there",
  async (facts) => {
    await using folder = await tempFolder();
    const data = unpack(facts, folder.path);

    await using app = await startApp({ HELIO_DATA_DIR: data });
    const admin = await app.login("admin");

    await expectPoints(admin, facts);
    await expectAttributes(admin, facts);
    await expectFiles(admin, facts);
    await expectCommands(app.node.httpPort, facts);
    const devices = expectOk(await admin.get(`/api/tenants/${facts.tenantId}/devices?limit=-1`)).json<{
      data: { name: string; type: string; deviceProfileId: { id: string } }[];
    }>();
    expect(devices.data.map(({ name }) => name).sort()).toEqual(["idle", "logger"]);
    for (const { type, deviceProfileId } of devices.data)
      expect((await admin.get(`/api/deviceProfile/${deviceProfileId.id}`)).json()).toMatchObject({ name: type });
    await app.login("olga");
  },
);

test.each(isLongRun() ? released : released.slice(0, 1))(
  "[RUN13] [REL4] a backup of the data folder of $version is one that can be restored",
  async (facts) => {
    await using folder = await tempFolder();
    const data = unpack(facts, folder.path);
    const [copy, restored] = [join(folder.path, "copy"), join(folder.path, "restored")];

    expect(await helioHere(["backup", copy, "--data-dir", data])).toMatchObject({ code: 0 });
    expect(await helioHere(["restore", copy, "--data-dir", restored])).toMatchObject({ code: 0 });

    await using app = await startApp({ HELIO_DATA_DIR: restored });
    const admin = await app.login("admin");
    await expectPoints(admin, facts);
    await expectFiles(admin, facts);
  },
);
