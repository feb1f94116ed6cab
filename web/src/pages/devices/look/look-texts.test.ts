import type { DeviceFilterNode, DeviceViewColumn } from "@heliograph/contract";
import { expect, test } from "vitest";
import { columnsFrom, columnsText, usualColumns } from "./columns-text.ts";
import { conditionsFrom, conditionsText } from "./conditions-text.ts";

test("[issue 17.21] columns are readable in an address, survive it whatever their keys, and nonsense is left out", () => {
  const columns: DeviceViewColumn[] = [
    { kind: "FIELD", field: "alarm" },
    { kind: "LATEST", key: "oil temperature*_2" },
    { kind: "HISTORY", key: "gps.speed" },
    { kind: "ATTRIBUTE", scope: "SHARED_SCOPE", key: "line" },
  ];

  expect(columnsText(columns)).toBe("alarm v*oil_btemperature_s__2 h*gps.speed a*shared*line");
  expect(columnsFrom(columnsText(columns))).toEqual(columns);
  expect(columnsFrom(columnsText([]))).toEqual([]);
  expect(columnsFrom(columnsText(usualColumns))).toEqual(usualColumns);
  expect(columnsFrom("weather v* a*moon*x v*t")).toEqual([{ kind: "LATEST", key: "t" }]);
});

test("[issue 17.21] conditions are readable in an address and survive it; what makes no sense is left out", () => {
  const filter: DeviceFilterNode = {
    kind: "ALL",
    conditions: [
      { kind: "LATEST_VALUE", key: "oil temp", comparison: "GREATER", value: 60.5, newerThanMs: 3_600_000 },
      { kind: "LATEST_VALUE", key: "on", comparison: "EQUAL", value: true },
      { kind: "ATTRIBUTE", key: "line", comparison: "EQUAL", value: "60", scope: "SERVER_SCOPE" },
      { kind: "ATTRIBUTE", key: "line", comparison: "EXISTS" },
      { kind: "ALARM", state: "ACTIVE", severity: "MAJOR" },
      { kind: "ACTIVITY", state: "INACTIVE", sinceMs: 60_000 },
      { kind: "NAME", comparison: "MATCHES", text: "a*b c_" },
      { kind: "PROJECT", projectIds: ["none"] },
    ],
  };
  const nested: DeviceFilterNode = { kind: "ANY", conditions: [filter] };

  expect(conditionsText({ kind: "ALL", conditions: filter.conditions.slice(0, 1) })).toBe(
    "v*oil_btemp*GREATER*60.5*3600000",
  );
  expect(conditionsFrom(conditionsText(filter))).toEqual(filter);
  expect(conditionsFrom(conditionsText(nested))).toEqual(nested);
  expect(conditionsFrom("v*t*GREATER*.hot v*t*SOON*1 name*CONTAINS mood*good j")).toBeUndefined();
  expect(conditionsFrom("j*{not JSON")).toBeUndefined();
});
