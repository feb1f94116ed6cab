import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlContentRecords } from "../../server/src/adapters/sql/stores/content-records.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlReportFileStore } from "../../server/src/adapters/sql/stores/report-file-store.ts";
import { SqlReportStore } from "../../server/src/adapters/sql/stores/report-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type { MadeReport, NewReportFile, Report } from "../../server/src/core/reports/index.ts";
import {
  type AuthorityId,
  type JobId,
  newId,
  type ProjectId,
  type ReportId,
  type TenantId,
  type UserId,
} from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

onEveryDatabase("Reports", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenants = new SqlTenantStore(database);
    const tenant = { id: newId<TenantId>(), name: randomUUID(), createdTime: epochMs(1) };
    await tenants.create(tenant);
    const [store, files] = [new SqlReportStore(database), new SqlReportFileStore(database)];
    const [contents, released] = [new SqlFileStore(database), new SqlContentRecords(database)];
    return { tenants, tenantId: tenant.id, store, files, contents, released, [Symbol.asyncDispose]: dispose };
  }

  const reportOf = (tenantId: TenantId, fields: Partial<Report> = {}): Report => ({
    ...{ id: newId<ReportId>(), tenantId, name: randomUUID(), description: null, version: 1 },
    ...{ format: "XLSX", timeZone: "UTC", mail: { addresses: ["a@example.org"] } },
    content: { kind: "TELEMETRY", choice: { filter: {} }, range: { kind: "LAST", ms: 1_000 } },
    maker: {
      ...{ userId: newId<UserId>(), username: "ada", authorityId: newId<AuthorityId>() },
      ...{ key: null, visitId: null, address: null },
    },
    ...{ createdTime: epochMs(10), updatedTime: epochMs(10) },
    ...fields,
  });

  const fileOf = ({ tenantId, id, name }: Report, createdTime: number): NewReportFile => ({
    ...{ id: newId<JobId>(), tenantId, reportId: id, name, createdTime: epochMs(createdTime), trigger: "PERSON" },
    ...{ userId: newId<UserId>(), username: "ada", startTs: epochMs(1), endTs: epochMs(2), timeZone: "UTC" },
    ...{ format: "CSV", expiresTime: epochMs(createdTime + 1_000) },
  });

  const madeOf = (sha256: string, size: number): MadeReport => ({
    ...{ fileName: "a.csv", content: { sha256, size }, rows: 3, devices: 1, failed: 0 },
    ...{ projects: [newId<ProjectId>(), null], finishedTime: epochMs(99) },
  });

  test("[SCH2] a report is found as it was saved; a name is one report's, and of two changes the second is told", async () => {
    await using given = await arrange();
    const { store, tenantId } = given;
    const report = reportOf(tenantId);

    expect(await store.insert(report, 2)).toBe("created");
    expect(await store.insert(reportOf(tenantId, { name: report.name.toUpperCase() }), 2)).toBe("name-taken");
    expect(await store.insert(reportOf(tenantId), 1)).toBe("too-many");
    expect(await store.insert(reportOf(newId<TenantId>()), 2)).toBe("no-such-tenant");
    expect(await store.update({ ...report, format: "CSV", version: 2 })).toBe("updated");
    expect(await store.update({ ...report, version: 2 })).toBe("changed");
    expect(await store.list(tenantId)).toEqual([{ ...report, format: "CSV", version: 2 }]);
    await store.remove(report.id);
    expect(await store.find(tenantId, report.id)).toBeUndefined();
  });

  test("[SCH2, RUN10] a file is one however often it is begun, counts for its tenant, and goes with its content", async () => {
    await using given = await arrange();
    const { store, files, contents, released, tenantId } = given;
    const report = reportOf(tenantId);
    await store.insert(report, 5);
    const [first, second] = [fileOf(report, 1), fileOf(report, 2)];
    for (const file of [first, first, second]) await files.begin(file, 5);
    const made = madeOf("a".repeat(64), 700);

    expect(await files.finish(first.id, made)).toBe(true);
    expect(await files.finish(first.id, made)).toBe(false);

    const { finishedTime: _, failed: __, ...content } = made;
    expect(await files.find(tenantId, first.id)).toMatchObject({ ...first, state: "DONE", made: content });
    expect((await files.list(tenantId, report.id)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await contents.usage(tenantId)).toBe(700);
    expect(await contents.referenced(["a".repeat(64), "b".repeat(64)])).toEqual(new Set(["a".repeat(64)]));
    await store.remove(report.id);
    expect(await files.find(tenantId, first.id)).toMatchObject({ reportId: null });
    await files.remove(first.id);
    expect([await contents.usage(tenantId), await contents.referenced(["a".repeat(64)])]).toEqual([0, new Set()]);
    expect(await released.amongReleased(["a".repeat(64)])).toEqual(new Set(["a".repeat(64)]));
  });

  test("[SCH2] a file whose job is gone is settled, the oldest go beyond a number, and all when their time is over", async () => {
    await using given = await arrange();
    const { store, files, tenantId } = given;
    const report = reportOf(tenantId);
    await store.insert(report, 5);
    const three = [fileOf(report, 1), fileOf(report, 2), fileOf(report, 3)];
    for (const file of three) await files.begin(file, 5);

    expect(await files.settle(epochMs(7))).toBe(3);
    expect(await files.settle(epochMs(8))).toBe(0);
    expect(await files.find(tenantId, three[0]?.id ?? newId<JobId>())).toMatchObject({
      state: "FAILED",
      finishedTime: 7,
    });
    const open = fileOf(report, 4);
    await files.begin(open, 1);
    expect((await files.list(tenantId)).map(({ createdTime }) => createdTime)).toEqual([4, 3]);
    expect(await files.removeExpired(epochMs(1_004))).toBe(1);
    expect((await files.list(tenantId)).map(({ id }) => id)).toEqual([open.id]); // what is under way stays
  });

  test("[SCH2, RUN10] with a tenant the contents of its reports are released", async () => {
    await using given = await arrange();
    const { store, files, tenants, released, tenantId } = given;
    const report = reportOf(tenantId);
    await store.insert(report, 5);
    const file = fileOf(report, 1);
    await files.begin(file, 5);
    await files.finish(file.id, madeOf("c".repeat(64), 5));

    await tenants.remove(tenantId);

    expect(await files.find(tenantId, file.id)).toBeUndefined();
    expect(await released.amongReleased(["c".repeat(64)])).toEqual(new Set(["c".repeat(64)]));
  });
});
