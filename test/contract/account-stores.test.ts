import { randomUUID } from "node:crypto";
import { defaultPreferences, type PreferencesChange } from "@heliograph/contract";
import { expect, test } from "vitest";
import { SqlPasswordResetStore } from "../../server/src/adapters/sql/stores/password-reset-store.ts";
import { SqlPreferenceStore } from "../../server/src/adapters/sql/stores/preference-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { SqlTermsStore } from "../../server/src/adapters/sql/stores/terms-store.ts";
import { SqlUserStore } from "../../server/src/adapters/sql/stores/user-store.ts";
import { UserPreferences } from "../../server/src/core/access/index.ts";
import { type AuthorityId, newId, type TenantId, type UserId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";
import { noAudit } from "../support/no-audit.ts";

onEveryDatabase("what belongs to accounts", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const [tenants, users] = [new SqlTenantStore(database), new SqlUserStore(database)];
    const lab = { id: newId<TenantId>(), name: "Rail Lab", createdTime: epochMs(1) };
    await tenants.create(lab);
    const names = { username: randomUUID(), firstName: null, lastName: null };
    const ada = { id: newId<UserId>(), createdTime: epochMs(2), ...names, passwordHash: "hash" };
    await users.create(ada, { id: newId<AuthorityId>(), role: "VIEWER", tenantId: lab.id, createdTime: epochMs(3) });
    const stores = {
      resets: new SqlPasswordResetStore(database),
      preferences: new SqlPreferenceStore(database),
      terms: new SqlTermsStore(database),
    };
    return { ...stores, database, tenants, users, lab, ada, [Symbol.asyncDispose]: dispose };
  }
  const times = { createdTime: epochMs(10), expiresTime: epochMs(20) };

  test("[AUTH9] a link sets the password once, also for two at once, and takes the user's other links along", async () => {
    await using given = await arrange();
    const { resets, users, ada } = given;
    const [mailed, handed] = [
      { userId: ada.id, madeBy: null, ...times },
      { userId: ada.id, madeBy: newId<UserId>(), ...times },
    ];
    expect(await resets.save(mailed, "a", 3)).toBe(true);
    expect(await resets.save(handed, "b", 3)).toBe(true);
    expect(await resets.find("b")).toEqual(handed);
    expect(await resets.find("c")).toBeUndefined();

    const outcomes = await Promise.all(["first", "second", "third"].map((hash) => resets.use("a", hash)));

    const [used, ...more] = outcomes.filter((outcome) => outcome !== undefined);
    expect({ ...used, tokenHashes: used?.tokenHashes.toSorted() }).toEqual({ sessionIds: [], tokenHashes: ["a", "b"] });
    expect(more).toEqual([]);
    expect((await users.findById(ada.id))?.passwordHash).toMatch(/^(first|second|third)$/);
    expect(await resets.find("b")).toBeUndefined();
  });

  test("[AUTH9] so many go by mail at once; one of an administrator takes the place of the last, and ended ones go", async () => {
    await using given = await arrange();
    const { resets, ada } = given;
    const mailed = { userId: ada.id, madeBy: null, ...times };
    const handed = { ...mailed, madeBy: newId<UserId>() };

    const outcomes = await Promise.all(["a", "b", "c", "d"].map((hash) => resets.save(mailed, hash, 2)));

    expect(outcomes.filter(Boolean)).toHaveLength(2);
    expect(await resets.save(handed, "e", 2)).toBe(true);
    expect(await resets.save(handed, "f", 2)).toBe(true);
    expect(await resets.find("e")).toBeUndefined();
    const later = { createdTime: epochMs(20), expiresTime: epochMs(30) };
    expect(await resets.save({ ...mailed, ...later }, "g", 2)).toBe(true); // the ended ones made room
    expect(await resets.removeEnded(epochMs(30))).toBe(1);
    expect(await resets.save({ ...mailed, userId: newId<UserId>() }, "h", 2)).toBe(false);
  });

  test("[AUTH9] preferences are kept as they are, and go with the user", async () => {
    await using given = await arrange();
    const { preferences, ada } = given;

    expect(await preferences.read(ada.id)).toBeUndefined();
    await preferences.save(ada.id, defaultPreferences);
    await preferences.save(ada.id, { ...defaultPreferences, language: "de" });

    expect(await preferences.read(ada.id)).toEqual({ ...defaultPreferences, language: "de" });
  });

  test("[AUTH9] what is changed in two windows at once is both kept", async () => {
    await using given = await arrange();
    const { preferences, database, ada } = given;
    const chosen = new UserPreferences(preferences, noAudit);
    const user = { id: ada.id, name: ada.username };
    const together = (change: PreferencesChange) => database.transact(() => chosen.save(user, change));

    await Promise.all([
      together({ language: "de" }),
      together({ timeZone: "Europe/Berlin" }),
      together({ notifications: { alarms: true } }),
      together({ notifications: { invitations: false } }),
    ]);

    expect(await preferences.read(ada.id)).toEqual({
      ...{ language: "de", region: null, timeZone: "Europe/Berlin" },
      notifications: { security: true, invitations: false, alarms: true },
    });
  });

  test("[AUTH9] versions of terms count up, one after the other, and an acceptance is of one version", async () => {
    await using given = await arrange();
    const { terms, tenants, lab, ada } = given;
    expect(await terms.current(lab.id)).toEqual({ text: "", version: 0, changedTime: null });

    const outcomes = await Promise.all(["one", "two", "three"].map((text) => terms.add(lab.id, 0, text, epochMs(5))));

    expect(outcomes.toSorted()).toEqual(["added", "changed", "changed"]);
    expect(await terms.add(lab.id, 1, "next", epochMs(6))).toBe("added");
    expect(await terms.current(lab.id)).toEqual({ text: "next", version: 2, changedTime: 6 });
    expect(await terms.add(newId<TenantId>(), 0, "nobody's", epochMs(5))).toBe("no-such-tenant");
    expect(await terms.acceptedTime(ada.id, lab.id, 2)).toBeUndefined();
    expect(await terms.accept(ada.id, lab.id, 2, epochMs(7))).toBe(true);
    expect(await terms.accept(ada.id, lab.id, 2, epochMs(8))).toBe(false);
    expect(await terms.acceptedTime(ada.id, lab.id, 2)).toBe(7);
    expect(await terms.acceptedTime(ada.id, lab.id, 1)).toBeUndefined();
    expect(await tenants.remove(lab.id)).toBe(true);
  });
});
