import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../../../test/scratch-folder.ts";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { forgetUnknownDevices } from "./forget-unknown-devices.ts";

test("[DEV3] in a copy, points of devices it does not know are to be forgotten, and no others", () => {
  const path = scratchFolder("strangers");
  onTestFinished(() => rmSync(path, { recursive: true }));
  const copy = new DataFolder(path);
  const points = new DatabaseSync(copy.telemetry);
  points.exec(`CREATE TABLE device (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO device (name) VALUES ('known'), ('removed'), ('created in between')`);
  points.close();
  const entities = new DatabaseSync(copy.database);
  entities.exec(`CREATE TABLE devices (id TEXT); INSERT INTO devices VALUES ('known'), ('without points');
    CREATE TABLE points_to_forget (device_id TEXT PRIMARY KEY, removed_time INTEGER);
    INSERT INTO points_to_forget VALUES ('removed', 1)`);

  forgetUnknownDevices(copy);

  const listed = entities.prepare("SELECT device_id FROM points_to_forget ORDER BY 1").all();
  expect(listed.map((row) => row["device_id"])).toEqual(["created in between", "removed"]);
  entities.close();
});
