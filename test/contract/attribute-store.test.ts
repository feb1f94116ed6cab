import type { AttributeScope } from "@heliograph/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttributeFollower, SqlAttributeStore } from "../../server/src/adapters/sql/stores/attribute-store.ts";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import { decodeAttributes } from "../../server/src/core/attributes/decode-attributes.ts";
import type { AttributeChange, AttributeSelection, AttributeValue } from "../../server/src/core/attributes/index.ts";
import { JsonDocument, valueAsJson } from "../../server/src/core/telemetry/index.ts";
import { type CredentialsId, type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const perScope = 1_000;
const unlimited = Number.MAX_SAFE_INTEGER;
const everyScope = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const;

/** What TEL3 allows, at its edges. */
const edges: ReadonlyMap<string, AttributeValue> = new Map<string, AttributeValue>([
  ["zero", 0],
  ["minus zero", -0],
  ["least double", 5e-324],
  ["largest double", Number.MAX_VALUE],
  ["tenth", 0.1],
  ["int64", 9_223_372_036_854_775_807n],
  ["beyond 64 bits", -123_456_789_012_345_678_901_234_567_890n],
  ["yes", true],
  ["no", false],
  ["empty", ""],
  ["long", "ä".repeat(60_000)],
  ["looks like a number", "007"],
  ["NUL and lone surrogate", "a\0b\ud800"],
  ["object", new JsonDocument('{"b":9007199254740993,"a":[1,{"__proto__":-0}]}')],
  ["array", new JsonDocument("[]")],
]);

onEveryDatabase("AttributeStore", (open) => {
  async function arrange(...followers: AttributeFollower[]) {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenantId = newId<TenantId>();
    const tenants = new SqlTenantStore(database);
    await tenants.create({ id: tenantId, name: "lab", createdTime: epochMs(1) });
    const devices = new SqlDeviceStore(database);
    const device = async (name: string) => {
      const id = newId<DeviceId>();
      const credentials = { id: newId<CredentialsId>(), deviceId: id, createdTime: epochMs(1), token: id };
      const texts = { name, type: "x", label: null, description: null, serialNumber: null, firmwareVersion: null };
      await devices.create({
        device: { ...texts, id, tenantId, createdTime: epochMs(1), inactivityTimeoutMs: null, projectId: null },
        credentials,
      });
      return id;
    };
    const deviceId = await device("one");
    const store = new SqlAttributeStore(database, perScope, followers);
    const change = (fields: Partial<AttributeChange>): AttributeChange => ({
      tenantId,
      deviceId,
      scope: "SERVER_SCOPE",
      time: epochMs(5_000),
      values: new Map(),
      deleted: [],
      ...fields,
    });
    const foundIn = async (id: DeviceId, scopes: readonly AttributeScope[], keys: AttributeSelection) => {
      const found = await store.read(id, scopes, keys, unlimited);
      if (found === "too-long") throw new Error("nothing is longer than that");
      return found;
    };
    const read = async (id = deviceId) => {
      const found = await foundIn(id, ["SERVER_SCOPE"], "all");
      return Object.fromEntries(found.map(({ key, value }) => [key, valueAsJson(value)]));
    };
    return {
      database,
      store,
      devices,
      tenants,
      device,
      deviceId,
      change,
      read,
      found: foundIn,
      [Symbol.asyncDispose]: dispose,
    };
  }

  test("[TEL3] values of every type come back exactly as they were written", async () => {
    await using at = await arrange();

    const { outcome } = await at.store.apply(at.change({ values: edges }));

    expect(outcome).toBe("applied");
    const found = await at.found(at.deviceId, ["SERVER_SCOPE"], "all");
    expect(new Map(found.map(({ key, value }) => [key, value]))).toEqual(edges);
    expect(found.every(({ lastUpdateTs, scope }) => lastUpdateTs === 5_000 && scope === "SERVER_SCOPE")).toBe(true);
  });

  test("[REL2] what is longer than asked for is not read; as long as that is", async () => {
    await using at = await arrange();
    const values = new Map<string, AttributeValue>([
      ["ä", "ö"], // two bytes, and four with the quotes
      ["b", 12],
    ]);
    await at.store.apply(at.change({ values }));
    await at.store.apply(at.change({ scope: "CLIENT_SCOPE", values: new Map([["c", "x".repeat(10)]]) }));
    const lengths = async (atMostBytes: number, scopes: readonly AttributeScope[], keys: AttributeSelection) => {
      const found = await at.store.read(at.deviceId, scopes, keys, atMostBytes);
      return found === "too-long" ? found : found.length;
    };

    expect(await lengths(9, ["SERVER_SCOPE"], "all")).toBe(2);
    expect(await lengths(8, ["SERVER_SCOPE"], "all")).toBe("too-long");
    expect(await lengths(3, ["SERVER_SCOPE"], { only: ["b", "absent"] })).toBe(1);
    expect(await lengths(2, ["SERVER_SCOPE"], { only: ["b", "absent"] })).toBe("too-long");
    expect(await lengths(9 + 13, everyScope, "all")).toBe(3);
    expect(await lengths(9 + 12, everyScope, "all")).toBe("too-long");
    expect(await lengths(0, ["SHARED_SCOPE"], "all")).toBe(0);
    expect(await lengths(0, everyScope, { only: ["absent"] })).toBe(0);
  });

  test("[TEL3] any key and any JSON survives, decoded from bytes and read back", async () => {
    await using at = await arrange();
    const key = fc.oneof(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), fc.constant("__proto__"));
    const members = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), {
      minKeys: 1,
      maxKeys: 5,
      noNullPrototype: true,
    });

    await fc.assert(
      fc.asyncProperty(members, async (object) => {
        const deviceId = await at.device(crypto.randomUUID());
        const values = decodeAttributes(Buffer.from(JSON.stringify(object)), { perScope, valueBytes: unlimited });
        await at.store.apply(at.change({ deviceId, values }));
        const found = await at.found(deviceId, ["SERVER_SCOPE"], "all");
        expect(new Map(found.map(({ key, value }) => [key, value]))).toEqual(values);
      }),
      { numRuns: 50 },
    );
  }, 120_000);

  test("keys are ordered, kept verbatim, and found by their exact name", async () => {
    await using at = await arrange();
    const keys = ["a,b", "a\\0", "a\0", "Ä", "__proto__", "ß", "x".repeat(256), "%", "a\\b"];
    await at.store.apply(at.change({ values: new Map(keys.map((key) => [key, key])) }));

    const found = await at.found(at.deviceId, everyScope, { only: ["a\0", "__proto__", "%", "absent", "A"] });

    expect(found.map(({ key, value }) => [key, value])).toEqual([
      ["%", "%"],
      ["__proto__", "__proto__"],
      ["a\0", "a\0"],
    ]);
    expect((await at.found(at.deviceId, everyScope, "all")).map(({ key }) => key)).toEqual(
      expect.arrayContaining(keys),
    );
  });

  test("asking for more keys than a statement takes still finds the few that exist", async () => {
    await using at = await arrange();
    await at.store.apply(at.change({ values: new Map([["k7", 7]]) }));
    const only = Array.from({ length: 40_000 }, (_, n) => `k${n}`);

    expect(await at.found(at.deviceId, everyScope, { only })).toHaveLength(1);
  });

  test("the scopes are apart, and so are devices", async () => {
    await using at = await arrange();
    for (const scope of everyScope) await at.store.apply(at.change({ scope, values: new Map([["k", scope]]) }));

    const found = await at.found(at.deviceId, ["CLIENT_SCOPE", "SERVER_SCOPE"], "all");

    expect(found.map(({ scope, value }) => [scope, value])).toEqual([
      ["CLIENT_SCOPE", "CLIENT_SCOPE"],
      ["SERVER_SCOPE", "SERVER_SCOPE"],
    ]);
    expect(await at.found(await at.device("two"), everyScope, "all")).toEqual([]);
  });

  test("a later write replaces value, type and time; a deletion names only what was there", async () => {
    await using at = await arrange();
    await at.store.apply(
      at.change({
        values: new Map<string, AttributeValue>([
          ["a", 1],
          ["b", 2],
        ]),
      }),
    );

    const values = new Map<string, AttributeValue>([
      ["a", "text"],
      ["c", 3],
    ]);
    const applied = await at.store.apply(at.change({ time: epochMs(6_000), values, deleted: ["b", "c", "absent"] }));

    expect(applied).toEqual({ outcome: "applied", changed: ["a", "c"], deleted: ["b"] });
    const found = await at.found(at.deviceId, everyScope, "all");
    expect(found.map(({ key, value, lastUpdateTs }) => [key, value, lastUpdateTs])).toEqual([
      ["a", "text", 6_000],
      ["c", 3, 6_000],
    ]);
  });

  test("a device that does not exist has no attributes and takes none", async () => {
    await using at = await arrange();
    const deviceId = newId<DeviceId>();

    expect(await at.store.apply(at.change({ deviceId, values: new Map([["a", 1]]) }))).toEqual({
      outcome: "no-such-device",
    });
    expect(await at.found(deviceId, everyScope, "all")).toEqual([]);
  });

  test("a scope takes so many attributes and not one more; the refused change leaves nothing behind", async () => {
    await using at = await arrange();
    const numbered = (count: number) => new Map(Array.from({ length: count }, (_, n) => [`k${n}`, n] as const));
    await at.store.apply(at.change({ values: numbered(perScope) }));

    const more = at.change({
      values: new Map<string, AttributeValue>([
        ["k0", "changed"],
        ["one more", 1],
      ]),
    });

    expect(await at.store.apply(more)).toEqual({ outcome: "too-many" });
    expect(await at.read()).toMatchObject({ k0: "0" });
    expect((await at.store.apply({ ...more, deleted: ["k1"] })).outcome).toBe("applied");
  });

  test("[MQ7] what follows a change is in its transaction: both are there or neither", async () => {
    const followed: AttributeChange[] = [];
    const follower: AttributeFollower = async (trx, change) => {
      followed.push(change);
      await trx
        .insertInto("facts")
        .values({ name: `push ${followed.length}`, value: "queued" })
        .execute();
      if (change.values.has("refused")) throw new Error("the queue is full");
    };
    await using at = await arrange(follower);
    await at.store.apply(at.change({ values: new Map([["a", 1]]) }));

    const failing = at.store.apply(at.change({ values: new Map([["refused", 1]]), deleted: ["a", "absent"] }));

    await expect(failing).rejects.toThrow("the queue is full");
    expect(followed[1]?.deleted).toEqual(["a"]);
    expect(await at.read()).toEqual({ a: "1" });
    const queued = await at.database.read.selectFrom("facts").select("name").execute();
    expect(queued.map(({ name }) => name)).toEqual(["push 1"]);
  });

  test("changes that meet on the same keys in different order all get through", async () => {
    await using at = await arrange();
    const keys = Array.from({ length: 20 }, (_, n) => `k${n}`);

    const changes = Array.from({ length: 10 }, (_, n) => {
      const order = n % 2 === 0 ? keys : keys.toReversed();
      return at.store.apply(at.change({ values: new Map(order.map((key) => [key, n])) }));
    });

    expect((await Promise.all(changes)).every(({ outcome }) => outcome === "applied")).toBe(true);
    expect(new Set(Object.values(await at.read())).size).toBe(1);
  });

  test("[DEV3] attributes go with their device, and with its tenant", async () => {
    await using at = await arrange();
    const other = await at.device("two");
    for (const deviceId of [at.deviceId, other])
      await at.store.apply(at.change({ deviceId, values: new Map([["a", 1]]) }));
    const { tenantId } = at.change({});

    await at.devices.remove(tenantId, at.deviceId);

    expect(await at.read()).toEqual({});
    expect(await at.read(other)).toEqual({ a: "1" });
    await at.tenants.remove(tenantId);
    expect(await at.read(other)).toEqual({});
  });
});
