import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { SqlDeviceStore } from "../../server/src/adapters/sql/stores/device-store.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlTenantStore } from "../../server/src/adapters/sql/stores/tenant-store.ts";
import type { DeviceFile, FileKey, FileQuery } from "../../server/src/core/files/index.ts";
import { type DeviceId, newId, type TenantId } from "../../server/src/kernel/ids.ts";
import { type EpochMs, epochMs } from "../../server/src/kernel/time.ts";
import { onEveryDatabase } from "../support/databases.ts";

const t = (value: number): EpochMs => epochMs(value);
const listed = (startTime: number | null = null, endTime: number | null = null) => ({
  size: 10,
  startTime: startTime === null ? null : t(startTime),
  endTime: endTime === null ? null : t(endTime),
  listing: null,
});
const noFindings = {
  processing: "NONE",
  error: null,
  startTime: null,
  endTime: null,
  channelCount: null,
  sampleCount: null,
} as const;

onEveryDatabase("FileStore", (open) => {
  async function arrange() {
    const { database, [Symbol.asyncDispose]: dispose } = await open();
    const tenantId = newId<TenantId>();
    await new SqlTenantStore(database).create({ id: tenantId, name: "Lab", createdTime: t(1) });
    const devices = new SqlDeviceStore(database);
    const givenDevice = async (): Promise<DeviceId> => {
      const id = newId<DeviceId>();
      const nothing = { label: null, description: null, serialNumber: null, firmwareVersion: null };
      await devices.create({
        device: {
          id,
          tenantId,
          createdTime: t(1),
          name: id,
          type: "x",
          inactivityTimeoutMs: null,
          projectId: null,
          ...nothing,
        },
        credentials: { id: newId(), deviceId: id, createdTime: t(1), token: randomUUID() },
      });
      return id;
    };
    const deviceId = await givenDevice();
    const store = new SqlFileStore(database);
    const file = (over: Partial<DeviceFile> = {}): DeviceFile => ({
      id: newId(),
      deviceId,
      tag: "preview",
      name: `f-${randomUUID()}`,
      status: 0,
      createdTime: t(5),
      listed: listed(),
      content: null,
      findings: noFindings,
      ...over,
    });
    const given = async (over: Partial<DeviceFile> = {}): Promise<DeviceFile> => {
      const made = file(over);
      expect(await store.change(made.deviceId, [made], () => made)).not.toBe("no-such-device");
      return made;
    };
    const query = (over: Partial<FileQuery> = {}): FileQuery => ({
      deviceId,
      startTime: undefined,
      endTime: undefined,
      includeRemote: true,
      tag: undefined,
      textSearch: undefined,
      ...over,
    });
    const names = async (over: Partial<FileQuery> = {}) =>
      (await store.page(query(over), { page: 0, limit: 100 })).map(({ name }) => name);
    return {
      store,
      devices,
      tenantId,
      deviceId,
      givenDevice,
      given,
      file,
      query,
      names,
      [Symbol.asyncDispose]: dispose,
    };
  }

  test("[FILE1] a file comes back as it was stored, its name verbatim", async () => {
    await using home = await arrange();
    const made = await home.given({
      name: "/sde/preview/ÄÖ '\"%_ 🚆/20220629_115750.osfz",
      tag: "a tag",
      status: 3,
      listed: { size: 5, startTime: t(7), endTime: t(9), listing: "x" },
      content: { sha256: "ab".repeat(32), size: 2 ** 40, receivedTime: t(6) },
      findings: { processing: "DONE", error: null, startTime: t(1), endTime: t(2), channelCount: 3, sampleCount: 4 },
    });

    expect(await home.store.find(home.deviceId, made)).toEqual(made);
    expect(await home.store.find(home.deviceId, { ...made, tag: "b" })).toBeUndefined();
    expect(await home.store.find(await home.givenDevice(), made)).toBeUndefined();
  });

  test("a change sees what is there, and what it returns is there afterwards", async () => {
    await using home = await arrange();
    const first = await home.given({ name: "a" });
    const second = home.file({ name: "b" });

    const changes = await home.store.change(home.deviceId, [first, second, { tag: "t", name: "c" }], (file, key) => {
      if (key.name === "a") return file && { ...file, status: 1 };
      return key.name === "b" ? second : undefined;
    });

    expect(changes).toEqual({
      tenantId: home.tenantId,
      changes: [
        { before: first, after: { ...first, status: 1 } },
        { before: undefined, after: second },
        { before: undefined, after: undefined },
      ],
    });
    expect((await home.store.find(home.deviceId, first))?.status).toBe(1);
    await home.store.change(home.deviceId, [second], () => undefined);
    expect(await home.names()).toEqual(["a"]);
  });

  test("a change that fails changes nothing", async () => {
    await using home = await arrange();
    const made = await home.given({ name: "a" });
    const keys: FileKey[] = [made, { tag: "preview", name: "b" }];

    const change = home.store.change(home.deviceId, keys, (file) => {
      if (!file) throw new Error("no");
      return { ...file, status: 1 };
    });

    await expect(change).rejects.toThrow("no");
    expect(await home.store.find(home.deviceId, made)).toEqual(made);
  });

  test("changes of one file at once happen one after the other", async () => {
    await using home = await arrange();
    const made = await home.given({ name: "a" });
    const countUp = () =>
      home.store.change(
        home.deviceId,
        [made],
        (file) => file && { ...file, listed: { ...file.listed, size: (file.listed.size ?? 0) + 1 } },
      );

    await Promise.all(Array.from({ length: 20 }, countUp));

    expect((await home.store.find(home.deviceId, made))?.listed.size).toBe(30);
  });

  test("more files than fit into one statement change together", async () => {
    await using home = await arrange();
    const files = Array.from({ length: 1_203 }, (_, index) => home.file({ name: `n${index}` }));
    const byName = new Map(files.map((file) => [file.name, file]));

    await home.store.change(home.deviceId, files, (_, key) => byName.get(key.name));

    expect(await home.store.count(home.query())).toBe(1_203);
    expect(
      await home.store.named(
        home.deviceId,
        files.map(({ name }) => name),
      ),
    ).toHaveLength(1_203);
  });

  test("an unknown device has no files to change", async () => {
    await using home = await arrange();
    const stranger = newId<DeviceId>();

    expect(await home.store.change(stranger, [{ tag: "t", name: "n" }], () => home.file())).toBe("no-such-device");
  });

  test("[FILE3] a range finds what overlaps it: its start included, its end not, points inside", async () => {
    await using home = await arrange();
    await home.given({ name: "ends at 100", listed: listed(50, 100) });
    await home.given({ name: "spans", listed: listed(60, 300) });
    await home.given({ name: "point at 100", listed: listed(100) });
    await home.given({ name: "starts at 200", listed: listed(200, 300) });

    expect(await home.names({ startTime: t(100), endTime: t(200) })).toEqual(["spans", "point at 100"]);
    expect(await home.names({ startTime: t(100) })).toEqual(["spans", "point at 100", "starts at 200"]);
    expect(await home.names({ endTime: t(100) })).toEqual(["ends at 100", "spans"]);
    expect(await home.store.count(home.query({ startTime: t(100), endTime: t(200) }))).toBe(2);
  });

  test("[FILE3] times come from the content, else the list, else the name, else the arrival", async () => {
    await using home = await arrange();
    const content = { sha256: "00", size: 1, receivedTime: t(7_000) };
    const found = { ...noFindings, processing: "DONE" as const, startTime: t(10), endTime: t(20) };
    await home.given({ name: "content", status: 3, content, listed: listed(500, 600), findings: found });
    await home.given({ name: "x/19700101_000001.osfz", listed: listed(30, 40) });
    await home.given({ name: "y/19700101_000001.osfz" });
    await home.given({ name: "arrived", status: 2, content });

    const at = (from: number) => home.names({ startTime: t(from), endTime: t(from + 1) });
    expect(await at(15)).toEqual(["content"]);
    expect(await at(35)).toEqual(["x/19700101_000001.osfz"]);
    expect(await at(1_000)).toEqual(["y/19700101_000001.osfz"]);
    expect(await at(7_000)).toEqual(["arrived"]);
  });

  test("[FILE3] only what the server holds, unless asked for all; tag and text narrow", async () => {
    await using home = await arrange();
    const content = { sha256: "00", size: 1, receivedTime: t(1) };
    await home.given({ name: "Far", listed: listed(1) });
    await home.given({ name: "asked", status: 1, listed: listed(2) });
    await home.given({ name: "HERE", status: 2, content, listed: listed(3), tag: "raw" });
    await home.given({ name: "both", status: 3, content, listed: listed(4) });

    expect(await home.names({ includeRemote: false })).toEqual(["HERE", "both"]);
    expect(await home.names({ includeRemote: false, newestFirst: true })).toEqual(["both", "HERE"]);
    expect(await home.names({ tag: "raw" })).toEqual(["HERE"]);
    expect(await home.names({ textSearch: "fA" })).toEqual(["Far"]);
    expect(await home.names({ textSearch: "%" })).toEqual([]);
  });

  test("pages never overlap and together are the stream, also when all times are equal", async () => {
    await using home = await arrange();
    for (let index = 0; index < 25; index++) await home.given({ listed: listed(1) });
    const pages: string[] = [];
    for (const page of [0, 1, 2]) {
      pages.push(...(await home.store.page(home.query(), { page, limit: 10 })).map(({ id }) => id));
    }
    const streamed: string[] = [];
    for await (const files of home.store.stream(home.query())) streamed.push(...files.map(({ id }) => id));

    expect(new Set(pages).size).toBe(25);
    expect(streamed).toEqual(pages);
  });

  test("[FILE2] coverage: the unnamed of its tag and range change, by the device's own start time", async () => {
    await using home = await arrange();
    const content = { sha256: "00", size: 1, receivedTime: t(1) };
    const inside = { listed: listed(150) };
    await home.given({ name: "gone", ...inside });
    await home.given({ name: "asked for", status: 1, ...inside });
    await home.given({ name: "only here", status: 2, content, ...inside });
    await home.given({ name: "no longer there", status: 3, content, ...inside });
    await home.given({ name: "named", status: 3, content, listed: { ...listed(150), listing: "this one" } });
    await home.given({ name: "named by another", listed: { ...listed(150), listing: "another" } });
    await home.given({ name: "other tag", tag: "raw", ...inside });
    await home.given({ name: "before", listed: listed(99) });
    await home.given({ name: "at the end", listed: listed(200) });
    await home.given({ name: "no time" });
    await home.given({ name: "content only", status: 3, content, findings: { ...noFindings, startTime: t(150) } });
    const coverage = {
      deviceId: home.deviceId,
      tag: "preview",
      startTime: t(100),
      endTime: t(200),
      listing: "this one",
    };

    expect(await home.store.applyCoverage(coverage)).toBe(3);

    const statuses = new Map<string, number>();
    for await (const files of home.store.stream(home.query())) {
      for (const { name, status } of files) statuses.set(name, status);
    }
    expect(Object.fromEntries(statuses)).toEqual({
      "asked for": 1,
      "only here": 2,
      "no longer there": 2,
      named: 3,
      "other tag": 0,
      before: 0,
      "at the end": 0,
      "no time": 0,
      "content only": 3,
    });
  });

  test("[FILE7] findings are for the content they were found in, and bring its times", async () => {
    await using home = await arrange();
    const content = { sha256: "aa", size: 1, receivedTime: t(1) };
    const made = await home.given({ status: 3, content, findings: { ...noFindings, processing: "PENDING" } });
    const found = {
      processing: "DONE",
      error: null,
      startTime: t(70),
      endTime: t(80),
      channelCount: 1,
      sampleCount: 2,
    } as const;

    expect((await home.store.pending(10)).map(({ file, tenantId }) => [file.name, tenantId])).toEqual([
      [made.name, home.tenantId],
    ]);
    expect(await home.store.setFindings(made.id, "bb", found)).toBe(false);
    expect(await home.store.setFindings(made.id, "aa", found)).toBe(true);
    expect(await home.store.find(home.deviceId, made)).toEqual({ ...made, findings: found });
    expect(await home.store.pending(10)).toEqual([]);
    expect(await home.names({ startTime: t(75), endTime: t(76) })).toEqual([made.name]);
  });

  test("[DHP3] what came under a base name may be a file that is awaited, or held with the same content", async () => {
    await using home = await arrange();
    const content = (sha256: string) => ({ sha256, size: 1, receivedTime: t(1) });
    await home.given({ name: "/a/x.osfz" });
    await home.given({ name: "/b/x.osfz", status: 1 });
    await home.given({ name: "/c/x.osfz", status: 2, content: content("00") });
    await home.given({ name: "/d/x.osfz", status: 3, content: content("11") });
    await home.given({ name: "/e/xx.osfz" });

    const found = await home.store.alike(home.deviceId, { baseName: "x.osfz", sha256: "11" });

    expect(found.map(({ name }) => name).sort()).toEqual(["/a/x.osfz", "/b/x.osfz", "/d/x.osfz"]);
  });

  test("[DHP3] a file is changed under the key that is chosen in the same transaction", async () => {
    await using home = await arrange();
    const made = await home.given({ name: "/a/x.osfz" });
    const likeness = { baseName: "x.osfz", sha256: "11" };

    const changes = await home.store.changeLocated(
      home.deviceId,
      likeness,
      ([only]) => only ?? { name: "x.osfz", tag: "preview" },
      (file) => file && { ...file, status: 1 },
    );

    expect(changes).toMatchObject({ changes: [{ before: made, after: { ...made, status: 1 } }] });
    const nobody = await home.store.changeLocated(
      newId(),
      likeness,
      () => made,
      () => made,
    );
    expect(nobody).toBe("no-such-device");
  });

  test("[DHP3] a file not known by its key may be known by another, and gets its name; only one can have it", async () => {
    await using home = await arrange();
    const made = await home.given({ name: "x", status: 3, content: { sha256: "00", size: 1, receivedTime: t(1) } });
    const keys = ["/a/x", "/b/x"].map((name) => ({ name, tag: "preview" }));

    await home.store.change(
      home.deviceId,
      keys,
      (file, key) => ({ ...(file ?? home.file()), name: key.name }),
      () => ({ name: "x", tag: "preview" }),
    );

    expect(await home.store.find(home.deviceId, made)).toBeUndefined();
    expect((await home.store.find(home.deviceId, { name: "/a/x", tag: "preview" }))?.id).toBe(made.id);
    expect((await home.store.find(home.deviceId, { name: "/b/x", tag: "preview" }))?.content).toBeNull();
    expect(await home.names({ textSearch: "/a/" })).toEqual(["/a/x"]);
    expect(await home.store.hasContent(made.id, "00")).toBe(true);
    expect(await home.store.hasContent(made.id, "01")).toBe(false);
  });

  test("usage follows what is held, and goes with the device", async () => {
    await using home = await arrange();
    const content = (size: number) => ({ sha256: "00", size, receivedTime: t(1) });
    const made = await home.given({ status: 2, content: content(100) });
    const other = await home.givenDevice();
    await home.given({ deviceId: other, status: 2, content: content(7) });
    expect(await home.store.usage(home.tenantId)).toBe(107);

    await home.store.change(home.deviceId, [made], (file) => file && { ...file, content: content(40) });
    expect(await home.store.usage(home.tenantId)).toBe(47);
    await home.store.change(home.deviceId, [made], () => undefined);
    await home.devices.remove(home.tenantId, other);
    expect(await home.store.usage(home.tenantId)).toBe(0);
    expect(await home.store.usage(newId())).toBe(0);
  });

  test("the contents files have are known; a device takes its files with it", async () => {
    await using home = await arrange();
    await home.given({ status: 2, content: { sha256: "aa", size: 1, receivedTime: t(1) } });
    await home.given({ status: 1 });

    expect(await home.store.referenced(["aa", "bb"])).toEqual(new Set(["aa"]));
    expect((await Array.fromAsync(home.store.requested())).flat()).toHaveLength(1);
    await home.devices.remove(home.tenantId, home.deviceId);
    expect(await home.store.referenced(["aa", "bb"])).toEqual(new Set());
  });
});
