import { Readable } from "node:stream";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { LocalBus } from "../../server/src/adapters/bus-local/local-bus.ts";
import { DataFolder } from "../../server/src/adapters/data-folder/data-folder.ts";
import { openSqlite } from "../../server/src/adapters/sql/sqlite/open-sqlite.ts";
import { SqlCommandStore } from "../../server/src/adapters/sql/stores/command-store.ts";
import { SqlFileStore } from "../../server/src/adapters/sql/stores/file-store.ts";
import { SqlInstallationStore } from "../../server/src/adapters/sql/stores/installation-store.ts";
import { SqlTenantLimitsStore } from "../../server/src/adapters/sql/stores/tenant-limits-store.ts";
import { composeFiles, type FileParts } from "../../server/src/compose/files.ts";
import { Commands } from "../../server/src/core/commands/index.ts";
import { stateAfter } from "../../server/src/core/files/storage-status.ts";
import { TenantLimitsBook } from "../../server/src/core/tenants/index.ts";
import { AppError } from "../../server/src/kernel/errors.ts";
import { epochMs } from "../../server/src/kernel/time.ts";
import { readConfig } from "../../server/src/settings/config.ts";
import { putMigratedFile } from "../support/migrated-file.ts";
import { noAudit } from "../support/no-audit.ts";
import { noQuotas } from "../support/no-quotas.ts";
import { storedDevice } from "../support/stored-device.ts";
import { storedSession } from "../support/stored-session.ts";
import { quickFolder } from "../support/temp-folder.ts";

const noSuchFile = { succeeded: false, text: "no such file" };

const minute = 60_000;

/** Everything that keeps files, opened on one data folder; closed and opened anew as often as a test likes. */
async function arrange({ waitingPerDevice = 1_000 } = {}) {
  const folder = quickFolder();
  const dataFolder = new DataFolder(folder.path);
  const first = await openSqlite(await putMigratedFile(folder.path));
  const { id, tenantId } = await storedDevice(first);
  const session = await storedSession(first, tenantId);
  await first.close();
  const time = { now: Date.UTC(2026, 10, 15, 12) };
  const clock = () => epochMs(time.now);
  const { config } = readConfig([], {});

  async function started<T>(
    work: (parts: FileParts & { commands: Commands; store: SqlFileStore; events: LocalBus }) => Promise<T>,
  ) {
    const database = await openSqlite(dataFolder.database);
    const events = new LocalBus((error) => {
      throw error;
    });
    const limits = { answerTimeoutMs: minute, waitingPerDevice };
    const commands = new Commands({ store: new SqlCommandStore(database), events, audit: noAudit, clock }, limits);
    await commands.rememberWaiting();
    const telemetry = { store: { append: async () => undefined }, audience: { offer: () => undefined } };
    const logger = pino({ level: "silent" });
    const tenantLimits = new TenantLimitsBook(new SqlTenantLimitsStore(database), noAudit);
    const facts = new SqlInstallationStore(database);
    const room = { requireForFiles: () => undefined, writeFailed: () => undefined };
    const around = {
      room,
      tenantLimits,
      quotas: noQuotas,
      audit: noAudit,
      facts,
      database,
      folder: dataFolder,
      commands,
      telemetry,
      events,
      clock,
      logger,
    };
    const parts = await composeFiles(config, around);
    try {
      await parts.fileRequests.reconcile();
      return await work({ ...parts, commands, events, store: new SqlFileStore(database) });
    } finally {
      await parts.closeFiles();
      await database.close();
    }
  }
  const another = async () => {
    const database = await openSqlite(dataFolder.database);
    const device = await storedDevice(database);
    await database.close();
    return { id: device.id, tenantId: device.tenantId };
  };
  return {
    owner: { id, tenantId },
    another,
    session,
    started,
    time,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

type Given = Awaited<ReturnType<typeof arrange>>;
type Parts = Parameters<Parameters<Given["started"]>[0]>[0];

const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

const listRange = { startTime: epochMs(0), endTime: epochMs(Date.UTC(2030, 0)) };

/** What really happens when an event of the state machine happens; a name has a list of its own, by its tag. */
const happenings = {
  announced: async (parts: Parts, { owner }: Given, name: string) => {
    const startTime = epochMs(Date.UTC(2026, 0));
    await parts.files.announce(owner.id, [{ name, tag: name, size: 1, startTime, endTime: null }]);
  },
  requested: async (parts: Parts, { owner }: Given, name: string) => {
    await parts.fileRequests.requestFiles(owner, [name], name, "somebody").catch(() => undefined); // 404 when unknown
  },
  "request-ended": async (parts: Parts, { owner }: Given, name: string) => {
    await parts.commands.take(owner.id, ["REQUEST_FILE"], 100);
    const query = { deviceId: owner.id, status: undefined, type: "REQUEST_FILE" } as const;
    const commands = (await Array.fromAsync(parts.commands.stream(query))).flat();
    for (const { body, messageId } of commands)
      if (body.type === "REQUEST_FILE" && body.name === name)
        await parts.commands.answer(owner.id, messageId, noSuchFile, ["REQUEST_FILE"]);
    await parts.fileRequests.settled();
  },
  delivered: async ({ files, deliveries }: Parts, { owner }: Given, name: string) => {
    await files.receive(owner, bytesOf(`delivered ${name}`), (blob) =>
      deliveries.file(owner, undefined, name, name, blob),
    );
  },
  uploaded: async ({ files }: Parts, { owner }: Given, name: string) => {
    await files.receive(owner, bytesOf(`uploaded ${name}`), (blob) =>
      files.keep(owner, { name, tag: name }, blob, "uploaded"),
    );
  },
  deleted: async (parts: Parts, { owner }: Given, name: string) => {
    await parts.files.remove(owner, name, name).catch(() => undefined); // 404 when the server does not hold it
  },
  "missing-from-list": async (parts: Parts, { owner }: Given, name: string) => {
    const { messageId } = await parts.fileRequests.requestList(owner, listRange, name, "somebody");
    await parts.commands.take(owner.id, ["LIST_FILES"], 1);
    await parts.deliveries.list(owner.id, messageId, Readable.from([]));
  },
} as const;

type Event = keyof typeof happenings;
const events = Object.keys(happenings) as Event[];

/** How a file comes into each state; announced first, so that the device's own start time is known. */
const ways = {
  unknown: [],
  0: ["announced"],
  1: ["announced", "requested"],
  2: ["announced", "uploaded"],
  3: ["announced", "delivered"],
} as const satisfies Record<string, readonly Event[]>;

const statusOf = async ({ store }: Parts, { owner }: Given, name: string) =>
  (await store.find(owner.id, { name, tag: name }))?.status ?? "unknown";

describe("[FILE2] from every state, with a restart between any two steps", () => {
  const files = events.flatMap((event) =>
    Object.entries(ways).map(([state, way]) => ({ event, state, way, name: `${event}-from-${state}` })),
  );
  type Seen = Awaited<ReturnType<typeof statusOf>>;
  const before = new Map<string, Seen>();
  const after = new Map<string, { readonly status: string; readonly hasContent: boolean }>();

  /** All of them on one data folder, each event with a device of its own: every restart serves them all. */
  beforeAll(async () => {
    await using given = await arrange();
    const givens = new Map<Event, Given>();
    for (const event of events) givens.set(event, { ...given, owner: await given.another() });
    const givenOf = (event: Event) => givens.get(event) ?? given;
    for (const step of [0, 1]) {
      await given.started(async (parts) => {
        for (const { event, way, name } of files)
          if (way[step]) await happenings[way[step]](parts, givenOf(event), name);
      });
    }
    await given.started(async (parts) => {
      for (const { event, name } of files) {
        before.set(name, await statusOf(parts, givenOf(event), name));
        await happenings[event](parts, givenOf(event), name);
      }
    });
    await given.started(async (parts) => {
      for (const { event, name } of files) {
        const file = await parts.store.find(givenOf(event).owner.id, { name, tag: name });
        after.set(name, { status: String(file?.status ?? "gone"), hasContent: file?.content != null });
      }
    });
  });

  test.each(events)("%s", (event) => {
    for (const { state, name } of files.filter((file) => file.event === event)) {
      const expected = stateAfter(before.get(name) ?? "unknown", event);

      expect(String(before.get(name)), name).toBe(state);
      expect(after.get(name)?.status, name).toBe(expected === "unknown" ? "gone" : String(expected));
      expect(after.get(name)?.hasContent, name).toBe(expected === 2 || expected === 3);
    }
  });
});

test("[FILE2, CMD2] a request that ended in the last moment of a run lets its file go at the next start", async () => {
  await using given = await arrange();
  await given.started(async (parts) => {
    await happenings.announced(parts, given, "a");
    await happenings.requested(parts, given, "a");
  });

  // The command ends, and the node before the file follows.
  await given.started(async ({ commands }) => {
    const [command] = await Array.fromAsync(
      commands.stream({ deviceId: given.owner.id, status: undefined, type: "REQUEST_FILE" }),
    );
    const ended = command?.[0];
    if (ended) await commands.cancel(given.owner, ended.id);
  });

  expect(await given.started((parts) => statusOf(parts, given, "a"))).toBe(0);
});

test("[FILE6] bytes of an upload that was refused at its end are removed, without a restart", async () => {
  await using given = await arrange();
  const contents = (parts: Parts) => parts.blobCleaner.findStrays();

  await given.started(async (parts) => {
    const keeping = parts.files.receive(given.owner, bytesOf("unwanted"), async () => {
      throw new AppError("REFUSED", "invalid", "no record");
    });
    await expect(keeping).rejects.toThrow("no record");
    expect(await parts.blobCleaner.sweep()).toBe(1);
    expect(await contents(parts)).toBe(0); // nothing was left for the next start
  });
});

describe("[FILE2] when many files are asked for at once", () => {
  const names = Array.from({ length: 40 }, (_, index) => `file ${index}`);
  const announceAll = ({ files }: Parts, { owner }: Given) =>
    files.announce(
      owner.id,
      names.map((name) => ({ name, tag: "t", size: null, startTime: null, endTime: null })),
    );
  const statuses = ({ store }: Parts, { owner }: Given) =>
    Promise.all(names.map(async (name) => (await store.find(owner.id, { name, tag: "t" }))?.status));

  test("one that the device refuses while the others are being queued goes back", async () => {
    await using given = await arrange();
    const { id } = given.owner;

    await given.started(async (parts) => {
      await announceAll(parts, given);
      const refuseFirst = async () => {
        const [command] = await parts.commands.take(id, ["REQUEST_FILE"], 1);
        await parts.commands.answer(id, command?.messageId ?? 0, noSuchFile, ["REQUEST_FILE"]);
      };
      const { promise, resolve } = Promise.withResolvers<void>();
      const unsubscribe = parts.events.subscribe("command-queued", () => {
        unsubscribe();
        resolve(refuseFirst());
      });
      await parts.fileRequests.requestFiles(given.owner, names, "t", "somebody");
      await promise;
      await parts.fileRequests.settled();

      expect(await statuses(parts, given)).toEqual(names.map((_, index) => (index === 0 ? 0 : 1)));
    });
  });

  test("those that the queue has no room for stay as they were, the others are requested", async () => {
    await using given = await arrange({ waitingPerDevice: 10 });

    await given.started(async (parts) => {
      await announceAll(parts, given);
      const requested = parts.fileRequests.requestFiles(given.owner, names, "t", "somebody");
      await expect(requested).rejects.toMatchObject({ code: "COMMAND_QUEUE_FULL" });

      expect(await statuses(parts, given)).toEqual(names.map((_, index) => (index < 10 ? 1 : 0)));
    });
  });
});

test("[FILE5] a download token works for ten minutes, over a restart, and not a moment longer", async () => {
  await using given = await arrange();
  const { id } = given.owner;
  const token = await given.started(async (parts) => {
    await happenings.uploaded(parts, given, "a");
    return parts.downloads.createToken({ kind: "session", id: given.session }, id, ["a"], undefined);
  });

  given.time.now += 10 * minute - 1;
  const { files } = await given.started(({ downloads }) => downloads.filesFor(id, token));
  expect(files[0]?.name).toBe("a");
  given.time.now += 1;

  await given.started(async ({ downloads }) => {
    await expect(downloads.filesFor(id, token)).rejects.toMatchObject({ code: "DOWNLOAD_TOKEN_UNKNOWN" });
    expect(await downloads.removeExpired()).toBe(1);
  });
});
