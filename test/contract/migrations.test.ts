import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  isCurrent,
  migrate,
  migrationLock,
  migrationNames,
  takeSteps,
} from "../../server/src/adapters/sql/migrations/migrate.ts";
import { NewerDataError } from "../../server/src/adapters/sql/migrations/newer-data-error.ts";
import { openPostgres } from "../../server/src/adapters/sql/postgres/open-postgres.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlDeviceTypeStore } from "../../server/src/adapters/sql/stores/device-type-store.ts";
import { SqlTenantUsageStore } from "../../server/src/adapters/sql/stores/tenant-usage.ts";
import { comparableOf } from "../../server/src/core/device-groups/index.ts";
import { JsonDocument, type TelemetryValue, valueAsJson } from "../../server/src/core/telemetry/index.ts";
import type { DeviceId, TenantId } from "../../server/src/kernel/ids.ts";
import { onEveryOwnDatabase, openOwnDatabase, openPostgresDatabase, openSqliteDatabase } from "../support/databases.ts";
import { createPostgresDatabase, hasPostgres } from "../support/postgres-database.ts";
import type { OpenDatabase } from "../support/shared-database.ts";

onEveryOwnDatabase("migrations", (open) => {
  test("are taken once, in order, under the same names on every database", async () => {
    await using opened = await open();

    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
      opened.database.read,
    );

    expect(rows.map(({ name }) => name)).toEqual([...migrationNames]);
    expect(await migrate(opened.database)).toEqual([]);
    expect(await isCurrent(opened.database)).toBe(true);
  });

  test("[REL4] a database of a newer version is refused and left as it is", async () => {
    await using opened = await open();
    const { write } = opened.database;
    await sql`insert into migrations (name, timestamp) values ('9999-from-the-future', 'x')`.execute(write);

    await expect(migrate(opened.database)).rejects.toThrow(NewerDataError);
    await expect(migrate(opened.database)).rejects.toThrow("9999-from-the-future");
    expect(await isCurrent(opened.database)).toBe(false);
  });
});

/** One of each kind, and their edges. */
const heldBefore: readonly TelemetryValue[] = [
  ...[0, -0, 1.5, -1e300, 5e-324, 9_007_199_254_740_993n, true, false, "", "Straße \u00c9", "a\0b", "\ud800"],
  ...["x".repeat(400), new JsonDocument("[1]"), new JsonDocument('{"a":1}')],
];

const onEveryOldDatabase = (body: (open: () => Promise<OpenDatabase>) => void) => {
  describe("on SQLite", () => body(openSqliteDatabase));
  describe.skipIf(!hasPostgres())("on PostgreSQL", () => body(openPostgresDatabase));
};

onEveryOldDatabase((open) => {
  test("[TYP1] the types that devices had as text become types of their tenant, with a default one in each", async () => {
    await using opened = await open();
    const { write, kind } = opened.database;
    const before = migrationNames.filter((name) => name < "0020");
    await takeSteps(write, kind, before);
    const tenants = [randomUUID(), randomUUID(), randomUUID()];
    for (const [index, id] of tenants.entries())
      await sql`insert into tenants (id, name, name_key, created_time) values (${id}, ${id}, ${id}, ${index})`.execute(
        write,
      );
    const given = [
      [tenants[0], "smartMINI", 700],
      [tenants[0], "Smartmini", 1],
      [tenants[0], "default", 1],
      [tenants[1], "smartMINI", 1],
    ] as const;
    for (const [tenant, type, count] of given) {
      const rows = Array.from({ length: count }, () => {
        const id = randomUUID();
        return sql`(${id}, ${tenant}, ${id}, ${id}, ${type}, 1, ${id})`;
      });
      await sql`insert into devices (id, tenant_id, name, name_key, type, created_time, search_text)
        values ${sql.join(rows)}`.execute(write);
    }

    await migrate(opened.database);

    const store = new SqlDeviceTypeStore(opened.database);
    const described = async (tenant = "") => {
      const query = {
        tenantId: tenant as TenantId,
        countedIn: "all",
        textSearch: undefined,
        sortProperty: "name",
        descending: false,
      } as const;
      const types = await store.page(query, { page: 0, limit: 10 });
      return types.map(({ name, isDefault, deviceCount }) => `${name} ${isDefault} ${deviceCount}`).sort();
    };
    expect(await described(tenants[0])).toEqual(["Smartmini false 1", "default true 1", "smartMINI false 700"]);
    expect(await described(tenants[1])).toEqual(["default true 0", "smartMINI false 1"]);
    expect(await described(tenants[2])).toEqual(["default true 0"]);
    const { rows } = await sql`select id from devices where type_id is null`.execute(write);
    expect(rows).toEqual([]);
  });

  test("[PRJ2] attributes of before are found by their values", async () => {
    await using opened = await open();
    const { write, kind } = opened.database;
    await takeSteps(
      write,
      kind,
      migrationNames.filter((name) => name < "0031"),
    );
    const [tenant, type] = [randomUUID() as TenantId, randomUUID()];
    await sql`insert into tenants (id, name, name_key, created_time) values (${tenant}, 'lab', 'lab', 1)`.execute(
      write,
    );
    await sql`insert into device_types
      (id, tenant_id, name, name_key, is_default, version, created_time, channel_count, definition)
      values (${type}, ${tenant}, 'default', 'default', 1, 1, 1, 0, '{}')`.execute(write);
    const values = new Map<string, TelemetryValue>();
    const insert = async (held: readonly TelemetryValue[]) => {
      const id = randomUUID();
      await sql`insert into devices (id, tenant_id, name, name_key, type_id, created_time, search_text)
        values (${id}, ${tenant}, ${id}, ${id}, ${type}, 1, ${id})`.execute(write);
      const rows = held.map((value, index) => {
        values.set(`${id} key${index}`, value);
        return sql`(${id}, ${index % 2 ? "SERVER_SCOPE" : "CLIENT_SCOPE"}, ${`key${index}`}, ${valueAsJson(value)}, 1)`;
      });
      await sql`insert into attributes (device_id, scope, key, value, last_update_ts) values ${sql.join(rows)}`.execute(
        write,
      );
    };
    for (const value of heldBefore) await insert([value]);
    await insert(Array.from({ length: 1_100 }, (_, n) => n));

    await migrate(opened.database);

    const { rows } = await sql<Record<"device_id" | "key" | "comparable" | "tenant_id", string>>`
      select device_id, key, comparable, tenant_id from attributes`.execute(write);
    expect(rows).toHaveLength(values.size);
    for (const { device_id, key, comparable, tenant_id } of rows)
      expect([tenant_id, comparable]).toEqual([tenant, comparableOf(values.get(`${device_id} ${key}`) ?? "")]);
  });

  test("[QTA1] what tenants have before their use is counted is counted, and freed as everything else", async () => {
    await using opened = await open();
    const { write, kind } = opened.database;
    await takeSteps(
      write,
      kind,
      migrationNames.filter((name) => name < "0029"),
    );
    const [tenant, type, device] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`insert into tenants (id, name, name_key, created_time) values (${tenant}, 'lab', 'lab', 1)`.execute(
      write,
    );
    await sql`insert into device_types (id, tenant_id, name, name_key, is_default, version, created_time, channel_count, definition)
      values (${type}, ${tenant}, 'x', 'x', 1, 1, 1, 0, '{}')`.execute(write);
    await sql`insert into devices (id, tenant_id, name, name_key, type_id, created_time, search_text)
      values (${device}, ${tenant}, 'd', 'd', ${type}, 1, 'd')`.execute(write);
    await sql`insert into attributes (device_id, scope, key, value, last_update_ts)
      values (${device}, 'SERVER_SCOPE', 'k', '"ä"', 1)`.execute(write);
    await sql`insert into file_usage (device_id, bytes) values (${device}, 3000000000)`.execute(write);

    await migrate(opened.database);

    const usage = new SqlTenantUsageStore(opened.database);
    const used = async () =>
      Object.fromEntries((await usage.counted([tenant as TenantId])).map(({ resource, amount }) => [resource, amount]));
    expect(await used()).toEqual({ devices: 1, attributeBytes: 5, fileBytes: 3_000_000_000 });
    await new SqlDeviceStore(opened.database).remove(tenant as TenantId, device as DeviceId);
    expect(await used()).toEqual({ devices: 0, attributeBytes: 0, fileBytes: 0 });
  });
});

async function describeTables({ database }: OpenDatabase): Promise<Record<string, readonly string[]>> {
  const tables = await database.write.introspection.getTables();
  const ours = tables.filter(({ name }) => !name.startsWith("migration"));
  return Object.fromEntries(
    ours.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.isNullable}`).sort()]),
  );
}

describe.skipIf(!hasPostgres())("two processes that start at once on one PostgreSQL", () => {
  test("migrate one after the other", async () => {
    const url = await createPostgresDatabase();
    const databases = await Promise.all([1, 2, 3].map(() => openPostgres({ url, connections: 2 })));

    const steps = await Promise.all(databases.map((database) => migrate(database)));

    expect(steps.flat().sort()).toEqual([...migrationNames].sort());
    await Promise.all(databases.map((database) => database.close()));
  });

  test("wait for each other for longer than a statement may take", async () => {
    const url = await createPostgresDatabase();
    const [first, watcher] = [await openPostgres({ url, connections: 1 }), await openPostgres({ url, connections: 1 })];
    const second = await openPostgres({ url, connections: 2, statementTimeoutMs: 3_000 });
    const waitsLong = async () => {
      const { rows } = await sql<{ ms: number }>`
        select extract(epoch from now() - query_start) * 1000 as ms from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`.execute(watcher.read);
      return rows.some(({ ms }) => Number(ms) > 3_200);
    };

    let migrating: Promise<readonly string[]> | undefined;
    await first.transact(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.raw(migrationLock)})`.execute(trx);
      migrating = migrate(second);
      await Promise.race([expect.poll(waitsLong).toBe(true), migrating]);
    });

    expect(await migrating).toEqual(migrationNames);
    await Promise.all([first, watcher, second].map((database) => database.close()));
  });

  test("have the same tables and columns as SQLite", async () => {
    await using sqlite = await openOwnDatabase.sqlite();
    await using postgres = await openOwnDatabase.postgres();

    const tables = await describeTables(postgres);

    expect(Object.keys(tables).length).toBeGreaterThan(5);
    // SQLite calls a primary key nullable; nothing of ours relies on that.
    const withoutIds = (described: Record<string, readonly string[]>) =>
      Object.entries(described).map(([table, columns]) => [
        table,
        columns.filter((column) => !/^(id|device_id|tenant_id|user_id|token_hash|seq|name) /.test(column)),
      ]);
    expect(Object.fromEntries(withoutIds(tables))).toEqual(
      Object.fromEntries(withoutIds(await describeTables(sqlite))),
    );
  });

  test("an unmigrated database is not current", async () => {
    await using opened = await openPostgresDatabase();

    expect(await isCurrent(opened.database)).toBe(false);
  });
});
