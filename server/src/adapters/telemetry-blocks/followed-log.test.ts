import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { JsonDocument, type LogFollower, type LoggedCommit, type TelemetryValue } from "../../core/telemetry/index.ts";
import { type DeviceId, newId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { FollowedLog } from "./commit/followed-log.ts";
import { maxRowsBehind } from "./commit/unsaved-receipts.ts";
import { openTelemetryBlocks, type TelemetryBlocks } from "./index.ts";

const pump = newId<DeviceId>();

function freshFolder(): string {
  const folder = scratchFolder("followed");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function open(folder: string): Promise<TelemetryBlocks> {
  const store = await openTelemetryBlocks({ folder, readers: 1 });
  onTestFinished(() => store.close());
  return store;
}

class Heard implements LogFollower {
  readonly commits: LoggedCommit[] = [];

  committed(commit: LoggedCommit): void {
    this.commits.push(commit);
  }

  get values(): unknown[] {
    return this.commits.flatMap(({ batches }) => batches.flatMap(({ points }) => points.map(({ value }) => value)));
  }

  get last(): LoggedCommit {
    const last = this.commits.at(-1);
    if (!last) throw new Error("nothing was heard");
    return last;
  }
}

const append = (store: TelemetryBlocks, ts: number, value: TelemetryValue, device = pump) =>
  store.append(device, [{ key: "k", ts: epochMs(ts), value }]);

function rows(folder: string): number {
  const db = new DatabaseSync(join(folder, "telemetry.db"));
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM journal").get()?.["n"]);
  } finally {
    db.close();
  }
}

test("[RUL3] whoever follows is told what it has not passed after a start, as it was, with the same positions and arrivals", async () => {
  const folder = freshFolder();
  const before = await open(folder);
  const heard = new Heard();
  await append(before, 0, "from before");
  await before.follow(heard, undefined);
  const values: TelemetryValue[] = [1.5, true, "text", 2n ** 70n, new JsonDocument('{"a":1}'), "\ud800", -7, 0.07];
  for (const [at, value] of values.entries()) await append(before, at + 1, value);
  const passed = heard.commits[2];
  before.passed(passed?.position ?? 0);
  await before.flush();
  await before.close();

  const again = new Heard();
  const store = await open(folder);
  await store.follow(again, passed?.position);
  await append(store, 100, "new");

  expect(heard.values).toEqual(values);
  expect(again.commits.slice(0, -1)).toEqual(heard.commits.slice(3));
  expect(again.values.at(-1)).toBe("new");
  expect(again.last.position).toBeGreaterThan(heard.last.position);
});

test("[RUL3] the log keeps what was not passed although it is in blocks, and lets go of it then", async () => {
  const folder = freshFolder();
  const store = await open(folder);
  const heard = new Heard();
  await store.follow(heard, undefined);
  for (let ts = 1; ts <= 40; ts++) await append(store, ts, ts);
  await store.flush();
  expect(rows(folder)).toBe(40);

  store.passed(heard.last.position);
  await append(store, 41, 41);
  await store.flush();

  expect(rows(folder)).toBe(1);
});

test("[RUL3] nothing is kept for one who no longer follows", async () => {
  const folder = freshFolder();
  const store = await open(folder);
  await store.follow(new Heard(), undefined);
  for (let ts = 1; ts <= 20; ts++) await append(store, ts, ts);

  await store.unfollow();
  await store.flush();

  expect(rows(folder)).toBe(0);
});

test("[RUL3] what is told again never belongs to a device that took the number of a removed one", async () => {
  const folder = freshFolder();
  const store = await openTelemetryBlocks({ folder, readers: 1, arena: { series: 3 } });
  const heard = new Heard();
  await store.follow(heard, undefined);
  await append(store, 1, "first");
  await append(store, 1, "second", newId<DeviceId>());
  await store.forget(pump);

  await expect(append(store, 1, "third", newId<DeviceId>())).rejects.toMatchObject({
    code: "TELEMETRY_TOO_MANY_SERIES",
  });
  store.passed(heard.last.position);
  await append(store, 2, "third", newId<DeviceId>());
  await store.close();

  const again = new Heard();
  const after = await open(folder);
  await after.follow(again, heard.commits[1]?.position);
  expect(again.values).toEqual(["third"]);
});

test("[RUL3] appends wait for a follower that is too far behind", () => {
  let admitted = 0;
  const log = new FollowedLog(() => admitted++);
  log.begin(new Heard(), 1);
  const commit = (position: number): void => log.committed({ position, arrival: epochMs(0), batches: [] });

  commit(maxRowsBehind + 1);
  expect(log.isTooFarBehind).toBe(false);
  commit(maxRowsBehind + 2);
  expect(log.isTooFarBehind).toBe(true);
  log.passed(2);

  expect(log.isTooFarBehind).toBe(false);
  expect(admitted).toBe(1);
});

test("[RUL3, RUN12] arrivals do not go back with a clock that is corrected, and do with one that is set back", () => {
  const clock = vi.spyOn(Date, "now");
  onTestFinished(() => clock.mockRestore());
  const log = new FollowedLog(() => undefined);
  const toldAt = (now: number): number => {
    clock.mockReturnValue(now);
    return log.toldUpTo();
  };

  expect([10_000_000, 9_999_500, 10_000_100, 6_400_000, 6_400_300].map(toldAt)).toEqual([
    10_000_000, 10_000_000, 10_000_100, 6_400_000, 6_400_300,
  ]); // for an hour no timer would ring otherwise
});
