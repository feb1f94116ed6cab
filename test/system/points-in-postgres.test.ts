import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startNode } from "../../server/src/node.ts";
import { readConfig } from "../../server/src/settings/config.ts";
import { expectOk, testPassword } from "../support/app.ts";
import { devicePoints } from "../support/device-points.ts";
import { deviceOf } from "../support/filled-installation.ts";
import { patience } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";
import { RestClient } from "../support/rest-client.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";

// The tests follow one installation through what happens to it.
describe.skipIf(!hasPostgres())("an installation with its points in PostgreSQL", () => {
  let [folder, url, device]: [TempFolder | undefined, string, string] = [undefined, "", ""];
  const data = (): string => join(folder?.path ?? "", "data");

  /** Starts on the folder, which outlives it; `said` are the lines of its log. */
  async function start(more: Record<string, string> = {}) {
    const { config } = readConfig([], {
      ...{ HELIO_HOST: "127.0.0.1", HELIO_HTTP_PORT: "0", HELIO_MQTT_PORT: "0", HELIO_DISK_RESERVE: "0" },
      ...{ HELIO_DATA_DIR: data(), HELIO_ADMIN_PASSWORD: testPassword, HELIO_TELEMETRY_READERS: "1" },
      ...{ HELIO_DATABASE_URL: url, ...patience, ...more },
    });
    const said: string[] = [];
    const node = await startNode(config, pino({ level: "info" }, { write: (line) => said.push(line) }));
    const rest = new RestClient(node.httpPort);
    const login = { username: "admin", password: testPassword };
    const { token } = expectOk(await rest.post("/api/auth/login", login)).json<{ token: string }>();
    return { node, admin: rest.withToken(token), said: () => said.join("") };
  }

  async function ask(...texts: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const text of texts) await client.query(text);
    await client.end();
  }

  const tables = ["store", "shard", "position", "journal", "device", "series", "block"].map((name) => `points_${name}`);
  const move = (from: string, to: string) =>
    ask(...tables.map((name) => `alter table ${from}.${name} set schema ${to}`));

  beforeAll(async () => {
    folder = await tempFolder();
    url = await createMigratedDatabase();
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  test("[CLU1] has them there from its first start on, says where everything is, and cannot be told otherwise", async () => {
    const { node, admin, said } = await start();
    device = (await deviceOf(admin, "logger")).id;
    await devicePoints(admin, device).send(1);
    await node.stop();

    const place = `PostgreSQL (${new URL(url).host}${new URL(url).pathname})`;
    expect(said()).toContain(`entities are in ${place}, points in ${place}, files in ${join(data(), "files")}`);
    expect(await readdir(data())).not.toContain("telemetry.db");
    await expect(start({ HELIO_POINTS_IN: "folder" })).rejects.toThrow(
      /points of this installation are in PostgreSQL, but HELIO_POINTS_IN=folder .*helio restore/,
    );
  });

  test("[RUN10] is refused while their tables are not there, and has everything when they are back", async () => {
    await ask("create schema away");
    await move("public", "away");
    await expect(start()).rejects.toThrow(
      /The points in PostgreSQL \(.*\) is missing or empty, but .*accept-loss points/,
    );
    await move("away", "public");
    await writeFile(join(data(), "telemetry.db"), ""); // a file that is in nobody's way

    const { node, admin, said } = await start();
    expect(await devicePoints(admin, device).stored()).toEqual([1]);
    expect(said()).toContain("this file of points is not used: the points are in PostgreSQL");
    await node.stop();
  });

  test("[REL5] whose points end earlier than they did says so at start, and goes on", async () => {
    await ask("update points_store set beat = 0");

    const { node, said } = await start();
    await node.stop();

    expect(said()).toContain("the store of points ends earlier than it did");
  });

  test("[RUN10] whose points are lost for good goes on without them when a person says so", async () => {
    await move("public", "away");
    expect(await helioHere(["accept-loss", "points", "--data-dir", data()], { HELIO_DATABASE_URL: url })).toMatchObject(
      {
        code: 0,
        stderr: "",
      },
    );

    const { node, admin } = await start();
    expect(await devicePoints(admin, device).stored()).toEqual([]);
    await node.stop();
  });

  test("[RUN10] is not gone over by a first start of another one", async () => {
    const another = await createMigratedDatabase();
    await ask(...tables.map((name) => `drop table ${name}`));
    await move("away", "public");
    await ask("drop table facts, migrations cascade"); // the entities are lost

    await expect(start()).rejects.toThrow(/is empty, but The points in PostgreSQL .* hold the data of an installation/);
    url = another;
    await expect(start()).rejects.toThrow(/is empty, but .*files hold the data of an installation/);
  });
});
