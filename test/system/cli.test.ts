import { execFile } from "node:child_process";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migrate, migrationNames } from "../../server/src/adapters/sql/migrations/migrate.ts";
import { expectOk, startApp, type TestApp, testPassword } from "../support/app.ts";
import { openMigratedDatabase } from "../support/databases.ts";
import { hasProgram } from "../support/debian-package.ts";
import { type HelioOptions, type HelioResult, helio as run } from "../support/helio.ts";
import { helioHere } from "../support/helio-here.ts";
import { createMigratedDatabase, hasPostgres } from "../support/postgres-database.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** util-linux' script gives a command a terminal of its own; on other systems it takes other flags. */
const hasTerminal =
  process.platform === "linux" && hasProgram("script", "--version", ["bsdutils"], "nothing is asked at a terminal");

const generatedPassword = ({ stdout }: HelioResult): string => /Password: (\S+)/.exec(stdout)?.[1] ?? "";

describe("beside a running node", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const helio = (args: readonly string[], options: HelioOptions = {}) =>
    run(args, { ...options, env: { HELIO_DATA_DIR: app.config.dataDir, ...options.env } });
  /** In this process; as a process of its own where it reads, where it ends, and once for what it prints. */
  const here = (args: readonly string[]) => helioHere(args, { HELIO_DATA_DIR: app.config.dataDir });

  test("create-tenant makes a tenant that the node knows at once", async () => {
    const result = await here(["create-tenant", "Rail Lab 🚆"]);

    expect(result).toMatchObject({ code: 0, stderr: "" });
    const system = await app.systemAdministrator();
    const { data } = expectOk(await system.get("/api/tenants")).json<{
      data: { name: string; id: { id: string } }[];
    }>();
    const created = data.find(({ name }) => name === "Rail Lab 🚆");
    expect(result.stdout).toContain(created?.id.id);
  });

  test("create-tenant refuses a name that exists, in any case, and names that REST would refuse", async () => {
    const [taken, control, long] = await Promise.all([
      here(["create-tenant", "DEFAULT"]),
      here(["create-tenant", "a\tb"]),
      here(["create-tenant", "x".repeat(10_000)]),
    ]);

    expect(taken).toMatchObject({ code: 1, stderr: "A tenant named DEFAULT exists already\n" });
    expect(control).toMatchObject({ code: 2, stderr: expect.stringContaining("name must be text") });
    expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining("name must NOT have more than 255") });
  });

  test("create-user makes a user with a generated password, shown once, that logs in", async () => {
    const args = ["create-user", "ada@example.org", "--tenant", "default", "--role", "viewer"];
    const result = await here([...args, "--first-name", "Ada", "--last-name=Lovelace", "--generate-password"]);

    expect(result).toMatchObject({ code: 0, stderr: "" });
    const ada = await app.login("ada@example.org", generatedPassword(result));
    expect((await ada.get("/api/auth/user")).json()).toMatchObject({
      authority: "VIEWER",
      firstName: "Ada",
      lastName: "Lovelace",
      tenantName: "Default",
    });
  });

  test("[AUTH6] create-user gives an existing user a further tenant and leaves the password alone", async () => {
    await app.tenant("Second");
    const { id } = await app.firstTenant();
    await app.user((await app.firstTenant()).admin, id, "both", "OPERATOR");

    const result = await here(["create-user", "BOTH", "--tenant", "Second", "--role", "VIEWER"]);

    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("the password stays as it is") });
    const assignments = await app.assignments("both", testPassword);
    expect(assignments.map(({ tenant, authority }) => [tenant?.name, authority])).toEqual([
      ["Default", "OPERATOR"],
      ["Second", "VIEWER"],
    ]);
    const again = await here(["create-user", "both", "--tenant", "Second", "--role", "VIEWER"]);
    expect(again).toMatchObject({ code: 1, stderr: "both is a user of this tenant already\n" });
  });

  test("create-user says what is wrong with its arguments", async () => {
    const user = ["create-user", "eve"];
    const results = await Promise.all(
      [
        [...user, "--role", "VIEWER"],
        [...user, "--tenant", "Default", "--role", "BOSS"],
        [...user, "--tenant", "--role", "VIEWER"],
        [...user, "--tenant", "Nowhere", "--role", "VIEWER", "--generate-password"],
        [...user, "--tenant", "Default", "--role", "VIEWER"],
        [...user, "--tenant", "Default", "--role", "VIEWER", "--password", "secret"],
        [...user, "--tenant", "Default", "--role", "VIEWER", "--password-stdin", "--generate-password"],
      ].map((args) => here(args)),
    );

    expect(results.map(({ code, stderr }) => [code, stderr.split("\n", 1)[0]])).toEqual([
      [2, "--tenant is missing"],
      [2, '--role must be one of TENANT_ADMIN, OPERATOR, VIEWER, not "BOSS"'],
      [2, "--tenant needs a value"],
      [1, "There is no tenant Nowhere."],
      [2, "no terminal to ask for the password; use --password-stdin or --generate-password"],
      [2, expect.stringContaining("--password does not exist: arguments are seen by everybody")],
      [2, "--password-stdin and --generate-password exclude each other"],
    ]);
  });

  test("reset-password ends the user's sessions in the running node, and only the new password works", async () => {
    const { id, admin } = await app.firstTenant();
    await app.user(admin, id, "grace", "OPERATOR");
    const session = await app.login("grace");
    expectOk(await session.get("/api/auth/user"));

    const result = await helio(["reset-password", "Grace", "--password-stdin"], { input: "fresh and long\r\nrest\n" });

    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).not.toContain("fresh");
    await expect.poll(async () => (await session.get("/api/auth/user")).status).toBe(401);
    const old = await app.rest.post("/api/auth/login", { username: "grace", password: testPassword });
    expect(old.status).toBe(401);
    expectOk(await (await app.login("grace", "fresh and long")).get("/api/auth/user"));
  });

  test("reset-password refuses unknown users, short and missing passwords", async () => {
    const [unknown, short, none] = await Promise.all([
      here(["reset-password", "nobody", "--generate-password"]),
      helio(["reset-password", "admin", "--password-stdin"], { input: "short" }),
      helio(["reset-password", "admin", "--password-stdin"]),
    ]);

    expect(unknown).toMatchObject({ code: 1, stderr: "There is no user nobody.\n" });
    expect(short).toMatchObject({ code: 1, stderr: "The password needs at least 8 characters\n" });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("no password on standard input") });
    await app.login("admin");
  });

  test("[RUN4] create-system-administrator makes an account of its own, outside of all tenants", async () => {
    const result = await here(["create-system-administrator", "root@example.org", "--generate-password"]);

    expect(result).toMatchObject({ code: 0, stderr: "" });
    const [assignment, ...others] = await app.assignments("root@example.org", generatedPassword(result));
    expect(assignment).toEqual({ authority: "SYS_ADMIN", authorityId: expect.anything() });
    expect(others).toEqual([]);
    const taken = await here(["create-system-administrator", "admin", "--generate-password"]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("There is a user admin already") });
  });

  test.skipIf(!hasTerminal)("a password typed at the terminal is never shown", async () => {
    const command = `${process.execPath} server/dist/current/helio.js reset-password admin --data-dir ${app.config.dataDir}`;
    const shown = await onTerminal(command, [
      ["New password: ", "typed passwort\u007fd\r"],
      ["Again: ", "typed password\r"],
    ]);

    expect(shown).toContain("admin has a new password");
    expect(shown).not.toContain("typed");
    const typed = await app.login("admin", "typed password");
    const back = { currentPassword: "typed password", newPassword: testPassword };
    expectOk(await typed.post("/api/auth/changePassword", back));
  });

  test.skipIf(!hasTerminal)("Ctrl-C at the password changes nothing", async () => {
    const command = `${process.execPath} server/dist/current/helio.js reset-password admin --data-dir ${app.config.dataDir}`;

    const shown = await onTerminal(command, [["New password: ", "\u0003"]]);

    expect(shown).toContain("Interrupted; nothing was changed.");
    await app.login("admin");
  });

  test("[AUD1] verify-audit seals what waits, and tells what waits there and is no entry", async () => {
    const { database, auditStore } = app.platform;
    const whole = await here(["verify-audit"]);
    expect(whole).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("entries, ends with") });
    expect(await auditStore.waiting()).toBe(0);

    await database.write.insertInto("audit_waiting").values({ content: "[]" }).execute();
    const touched = await here(["verify-audit"]);
    await database.write.deleteFrom("audit_waiting").where("content", "=", "[]").execute();

    expect(touched).toMatchObject({ code: 1, stderr: expect.stringContaining("is no entry") });
    expect(touched.stdout).toContain("rows wait to be sealed");
  });

  test("of another version nothing is done", async () => {
    using database = new DatabaseSync(`${app.config.dataDir}/heliograph.db`);
    const tenants = () => database.prepare("select count(*) as n from tenants").get();
    // Whoever waited here for the node's own transaction would keep it from its end.
    const once = (change: string) => vi.waitFor(() => database.exec(change), { timeout: 60_000 });
    const before = tenants();
    await once("insert into migrations (name, timestamp) values ('9999-later', '2030')");

    const result = await here(["create-tenant", "Later"]);

    await once("delete from migrations where name = '9999-later'");
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("is of another version") });
    expect(tenants()).toEqual(before);
  });
});

test("without a node the command line makes the installation itself; the node then finds everything", async () => {
  await using folder = await tempFolder();
  const env = { HELIO_DATA_DIR: `${folder.path}/data` };

  const created = await helioHere(["create-tenant", "Early"], env);
  const args = ["create-user", "bird", "--tenant", "Early", "--role", "OPERATOR", "--generate-password"];
  const user = await helioHere(args, env);

  expect(created).toMatchObject({ code: 0, stderr: `${folder.path}/data is a new data folder\n` });
  await using app = await startApp(env);
  const assignments = await app.assignments("bird", generatedPassword(user));
  expect(assignments).toMatchObject([{ authority: "OPERATOR", tenant: { name: "Early" } }]);
});

test.skipIf(!hasPostgres())(
  "with HELIO_DATABASE_URL the commands work on PostgreSQL, before and beside a node",
  async () => {
    await using folder = await tempFolder();
    const env = { HELIO_DATABASE_URL: await createMigratedDatabase(), HELIO_DATA_DIR: folder.path };
    const early = await helioHere(["create-system-administrator", "root", "--generate-password"], env);
    await using app = await startApp(env);

    const user = ["create-user", "late", "--tenant", "Default", "--role", "VIEWER", "--generate-password"];
    const late = await helioHere(user, env);

    expect([early, late]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await app.assignments("root", generatedPassword(early))).toMatchObject([{ authority: "SYS_ADMIN" }]);
    expect(await app.assignments("late", generatedPassword(late))).toMatchObject([{ authority: "VIEWER" }]);
  },
);

test.skipIf(!hasPostgres())("a PostgreSQL database is upgraded by a node, never by a command beside it", async () => {
  await using folder = await tempFolder();
  await using postgres = await openMigratedDatabase();
  await migrate(postgres.database); // which has none in the long run
  await sql`delete from migrations where name = ${migrationNames.at(-1)}`.execute(postgres.database.write);
  const env = { HELIO_DATABASE_URL: postgres.url, HELIO_DATA_DIR: folder.path };

  const result = await helioHere(["create-tenant", "Later"], env);

  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining("Start a node of this version first") });
  const applied = await sql`select name from migrations`.execute(postgres.database.write);
  expect(applied.rows).toHaveLength(migrationNames.length - 1);
});

test("a database that cannot be reached is a sentence and exit code 1", async () => {
  await using folder = await tempFolder();
  const env = { HELIO_DATABASE_URL: "postgres://nobody@127.0.0.1:1/x", HELIO_DATA_DIR: folder.path };

  const result = await helioHere(["create-tenant", "Nowhere"], env);

  expect(result).toEqual({ code: 1, stdout: "", stderr: "The database does not answer; try again shortly\n" });
});

test("settings shows what counts and where it comes from, and hides secrets", async () => {
  const env = { HELIO_LOG_LEVEL: "debug", HELIO_ADMIN_PASSWORD: "very secret", HELIO_HTPT_PORT: "1" };
  const result = await helioHere(
    ["settings", "--http-port", "9000", "--database-url=postgres://u:very-secret@db/x"],
    env,
  );

  expect(result.code).toBe(0);
  expect(result.stdout.split("\n")).toEqual(
    expect.arrayContaining([
      "HELIO_HTTP_PORT=9000  # flag",
      "HELIO_LOG_LEVEL=debug  # environment",
      "HELIO_DATA_DIR=./data  # default",
      "HELIO_ADMIN_PASSWORD=***  # environment",
      "HELIO_DATABASE_URL=***  # flag",
      "# HELIO_TLS_CERT is not set",
    ]),
  );
  expect(result.stdout).not.toMatch(/very.secret/);
  expect(result.stderr).toContain("HELIO_HTPT_PORT is not a setting and is ignored; did you mean HELIO_HTTP_PORT?");
});

test("help lists every command, and explains each", async () => {
  const [bare, asked, one] = await Promise.all([
    helioHere([]),
    helioHere(["--help"]),
    helioHere(["create-user", "--help"]),
  ]);

  expect(bare.code).toBe(0);
  expect(asked.stdout).toBe(bare.stdout);
  for (const name of ["create-tenant", "create-user", "reset-password", "create-system-administrator", "backup"]) {
    expect(bare.stdout).toContain(`  ${name} `);
  }
  expect(one.stdout).toContain("Usage: npm run helio -- create-user <username> [options]");
  expect(one.stdout).toContain("--password-stdin");
});

test("version is the package's", async () => {
  const { version } = (await import("../../server/package.json", { with: { type: "json" } })).default;

  for (const asked of ["version", "--version"])
    expect(await helioHere([asked])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("what is not understood ends with exit code 2 and names the nearest", async () => {
  const results = await Promise.all([
    helioHere(["bakcup", "x"]),
    helioHere(["help", "restor"]),
    helioHere(["backup"]),
    helioHere(["create-tenant", "Rail", "Lab"]),
    helioHere(["backup", "x", "--data-dri", "y"]),
    helioHere(["settings", "--http-port", "eighty"]),
    helioHere(["create-user", "eve", "--generate-password=yes"]),
  ]);

  expect(results.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, expect.stringContaining("did you mean backup?")],
    [2, expect.stringContaining("did you mean restore?")],
    [2, expect.stringContaining("<folder> is missing")],
    [2, expect.stringContaining('"Lab" is one argument too many')],
    [2, expect.stringContaining("unknown option --data-dri, did you mean --data-dir?")],
    [2, expect.stringContaining("--http-port must be a whole number")],
    [2, expect.stringContaining("--generate-password takes no value")],
  ]);
});

/** Runs a command on a terminal of its own; answers each question when it is asked. */
function onTerminal(
  command: string,
  answers: readonly (readonly [question: string, answer: string])[],
): Promise<string> {
  return new Promise((resolve) => {
    let shown = "";
    const waiting = [...answers];
    const child = execFile("script", ["-qec", command, "/dev/null"], () => resolve(shown));
    child.stdout?.on("data", (chunk: string) => {
      shown += chunk;
      if (!waiting[0] || !shown.includes(waiting[0][0])) return;
      child.stdin?.write(waiting.shift()?.[1] ?? "");
    });
  });
}
