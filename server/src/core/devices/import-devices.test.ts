import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { newId, type TenantId, type UserId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { Audit } from "../audit/index.ts";
import type { DeviceTypes } from "../device-types/index.ts";
import { wholeTenant } from "../projects/index.ts";
import { DeviceActivity } from "./activity.ts";
import { ChosenTokens } from "./chosen-tokens.ts";
import type { DeviceStore, NewDevice } from "./device-store.ts";
import { Devices } from "./devices.ts";
import { type ImportRow, importDevices } from "./import-devices.ts";
import { TokenGuesses } from "./token-guesses.ts";

const rowsPerTransaction = 500;

/** A store that takes the first transaction and fails from then on. */
function failingAfterTheFirst(failure: Error) {
  const tried: string[][] = [];
  const store = {
    createMany: async (created: readonly NewDevice[]) => {
      tried.push(created.map(({ device }) => device.name));
      if (tried.length > 1) throw failure;
      return created.map(() => "created");
    },
  } as unknown as DeviceStore;
  const events = { publish: () => undefined, subscribe: () => () => undefined };
  const clock = () => epochMs(1);
  const activity = new DeviceActivity(store, events, 1_000, clock);
  const guesses = new TokenGuesses({ freeGuesses: 5, longestDelayMs: 1, guessesPerMinute: 100 });
  const chosenTokens = new ChosenTokens({ store, guesses, clock }, 8);
  const types = { defaultOf: async () => ({ name: "default" }) } as unknown as DeviceTypes;
  const [audit, projects, quotas] = [new Audit({} as never), {} as never, {} as never];
  const devices = new Devices({ store, activity, events, clock, chosenTokens, audit, types, projects, quotas });
  const parts = { devices, chosenTokens };
  const by = { userId: newId<UserId>(), address: "a", reach: wholeTenant(newId<TenantId>()) };
  const run = (rows: AsyncIterable<ImportRow>) =>
    importDevices(parts, { tenantId: newId<TenantId>(), projectId: null }, by, rows, { rowLimit: 10_000 });
  return { run, tried };
}

async function* rowsOf(count: number, end?: Error): AsyncGenerator<ImportRow> {
  const nothing = { label: null, description: null, serialNumber: null, firmwareVersion: null };
  for (let row = 1; row <= count; row++) {
    const name = `device ${row}`;
    const properties = { name, type: "default", typeId: null, ...nothing, inactivityTimeoutMs: null };
    yield { row, name, properties, token: undefined };
  }
  if (end) throw end;
}

const diskFull = new AppError("DISK_FULL", "busy", "The disk is full");

test.each([503, 1_000, 1_700])("[DEV3] of %d rows, those the store refused are reported, each once", async (count) => {
  const { run, tried } = failingAfterTheFirst(diskFull);

  const report = await run(rowsOf(count));

  expect(tried).toHaveLength(2);
  expect(report.created).toBe(rowsPerTransaction);
  expect(report.rows).toBe(report.created + report.failed);
  expect(report.errors.map(({ name }) => name)).toEqual(tried[1]);
  expect(report.errors[0]).toEqual({
    row: 501,
    name: "device 501",
    message: "The import ended here: The disk is full",
  });
});

test("[API2] what is not a refusal is not told to the caller but thrown on", async () => {
  const bug = new Error('syntax error at or near "devices"');

  await expect(failingAfterTheFirst(bug).run(rowsOf(1_200))).rejects.toBe(bug);
  await expect(failingAfterTheFirst(diskFull).run(rowsOf(600, bug))).rejects.toBe(bug);
});

test("[DEV3] a refusal before anything is stored is the answer", async () => {
  await expect(failingAfterTheFirst(diskFull).run(rowsOf(3, diskFull))).rejects.toBe(diskFull);
});
