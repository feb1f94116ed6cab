import { expect, test } from "vitest";
import { type CommunicationId, type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { CommunicationEntry } from "./communication-entry.ts";
import { CommunicationLog } from "./communication-log.ts";
import type { CommunicationStore } from "./communication-store.ts";

const deviceId = newId<DeviceId>();
const happened = {
  deviceId,
  kind: "CONNECT",
  direction: "IN",
  transport: "MQTT",
  messageId: null,
  size: null,
  summary: "connected",
  error: null,
} as const;
const before: CommunicationEntry = { ...happened, payload: null, id: newId<CommunicationId>(), time: epochMs(1) };
const query = { deviceId, startTime: epochMs(0), endTime: epochMs(9), kind: undefined };

/** The outermost edge: a database on a disk that is full until the test makes room. */
class FullDisk implements CommunicationStore {
  readonly entries: CommunicationEntry[] = [before];
  isFull = true;

  async append(entries: readonly CommunicationEntry[]): Promise<void> {
    if (this.isFull) throw new Error("database or disk is full");
    this.entries.push(...entries);
  }
  async page(): Promise<readonly CommunicationEntry[]> {
    return this.entries;
  }
  async count(): Promise<number> {
    return this.entries.length;
  }
  async *stream(): AsyncGenerator<readonly CommunicationEntry[]> {
    yield this.entries;
  }
  async removeBefore(): Promise<number> {
    return 0;
  }
  async trim(): Promise<void> {}
}

function arrange() {
  const store = new FullDisk();
  let now = 1_000;
  const log = new CommunicationLog(store, { keepMs: 1, entriesPerDevice: 9, payloadBytes: 8 }, () => epochMs(now));
  const record = (times = 1) => {
    for (let n = 0; n < times; n++, now += 1_000) log.record(happened);
  };
  return { store, log, record };
}

test("[REL2] on a full disk the log is read on, and whoever flushes is told", async () => {
  const { log, record } = arrange();
  record();

  expect((await log.list(query, { page: 0, limit: 10 })).data).toEqual([before]);
  expect((await Array.fromAsync(log.stream(query))).flat()).toEqual([before]);
  await expect(log.flush()).rejects.toThrow("full");
});

test("[COM2] what waited while the disk was full is written when there is room again", async () => {
  const { store, log, record } = arrange();
  record();
  await log.list(query, { page: 0, limit: 10 });

  store.isFull = false;

  expect((await log.list(query, { page: 0, limit: 10 })).data).toHaveLength(2);
});

test("[COM2] entries that were dropped are told to whoever flushes, readers or not", async () => {
  const { store, log, record } = arrange();
  record(50_003);
  store.isFull = false;

  await log.list(query, { page: 0, limit: 10 });

  expect(await log.flush()).toBe(3);
});
