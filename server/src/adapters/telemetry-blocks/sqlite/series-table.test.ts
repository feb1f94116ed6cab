import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../../test/scratch-folder.ts";
import { openWriterDatabase } from "./database.ts";
import { SeriesTable } from "./series-table.ts";

function open(): { readonly db: DatabaseSync; readonly table: SeriesTable } {
  const folder = scratchFolder("series");
  const db = openWriterDatabase(join(folder, "telemetry.db"), { maxFileBytes: undefined });
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return { db, table: new SeriesTable(db) };
}

const old = { id: 1, device: "pump", key: "a" };
const fresh = { id: 2, device: "pump", key: "a" };

test("a device that has a series again is not dropped with its old ones", () => {
  const { table } = open();
  table.define(old);
  table.define(fresh); // arrives while the device is being forgotten
  table.drop(old.id);
  table.dropDevice("pump");

  expect(table.page(0, 10)).toEqual([fresh]);
});

test("a device without series is dropped", () => {
  const { db, table } = open();
  table.define(old);
  table.drop(old.id);
  table.dropDevice("pump");

  expect(db.prepare("SELECT name FROM device").all()).toEqual([]);
});

test("the same definition may come again, another one under its number is refused", () => {
  const { table } = open();
  table.define(old);
  table.define(old);

  expect(() => table.define({ ...old, key: "b" })).toThrow("another series");
  expect(() => table.define({ ...old, device: "valve" })).toThrow("another series");
});

test("a series whose device is missing keeps its number", () => {
  const { db, table } = open();
  table.define(old);
  db.exec("DELETE FROM device");

  expect(table.page(0, 10)).toEqual([{ id: 1, device: "", key: "a" }]);
});
