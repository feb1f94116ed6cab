import { expect, test } from "vitest";
import { SqlTenantLimitsStore } from "../../server/src/adapters/sql/stores/tenant-limits-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { TenantLimitsBook, unlimited } from "../../server/src/core/tenants/index.ts";
import { newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";

const none = unlimited;

onEveryDatabase("TenantLimitsStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenants = new SqlTenantStore(database, () => epochMs(5_000));
    const id = newId<TenantId>();
    await tenants.create({ id, name: "lab", createdTime: epochMs(1) });
    return { id, tenants, store: new SqlTenantLimitsStore(database), [Symbol.asyncDispose]: dispose };
  }

  test("limits come back as they were, large ones too, and go with their tenant", async () => {
    await using at = await arrange();
    const limits = {
      ...none,
      devicePoints: 500,
      series: 7,
      fileQuota: 1_000_000_000_000_000,
      devices: 3,
      users: 4,
      attributeQuota: 5,
      indexingTime: 6,
    };

    expect(await at.store.save(at.id, { limits: { ...none, devicePoints: 1 }, version: 1 })).toBe("saved");
    expect(await at.store.save(at.id, { limits, version: 2 })).toBe("saved");
    expect(await at.store.read(at.id)).toEqual({ limits, version: 2 });
    expect(await at.store.all()).toEqual([{ tenantId: at.id, limits }]);
    await at.tenants.remove(at.id);
    expect(await at.store.all()).toEqual([]);
    expect(await at.store.save(at.id, { limits, version: 3 })).toBe("no-such-tenant");
  });

  test("a book has the limits that were saved before, and those saved now", async () => {
    await using at = await arrange();
    await at.store.save(at.id, { limits: { ...none, tenantPoints: 9 }, version: 1 });
    const book = new TenantLimitsBook(at.store, noAudit);
    expect([book.isEmpty, book.of(at.id)]).toEqual([true, none]);

    await book.load();
    expect([book.isEmpty, book.of(at.id)]).toEqual([false, { ...none, tenantPoints: 9 }]);
    await book.save(at.id, { ...none, devices: 5 });
    expect([book.isEmpty, book.of(at.id).devices]).toEqual([true, 5]); // no rate: messages are not counted
    await book.save(at.id, none);
    expect([book.isEmpty, await at.store.all()]).toEqual([true, []]);
    await expect(book.save(newId<TenantId>(), none)).rejects.toMatchObject({ code: "TENANT_NOT_FOUND" });
  });

  test("[QTA1] of two who change the same limits the second is told, also where both save at once", async () => {
    await using at = await arrange();
    const book = new TenantLimitsBook(at.store, noAudit);
    expect(await book.read(at.id)).toEqual({ limits: none, version: 0 });

    const saved = await Promise.allSettled([1, 2, 3].map((devices) => book.save(at.id, { ...none, devices }, 0)));

    const refused = saved.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect(refused).toEqual(["LIMITS_CHANGED", "LIMITS_CHANGED"]);
    expect(await book.read(at.id)).toEqual({ limits: book.of(at.id), version: 1 });
    expect(await book.save(at.id, none)).toEqual({ limits: none, version: 2 }); // a script that knows no versions
  });
});
