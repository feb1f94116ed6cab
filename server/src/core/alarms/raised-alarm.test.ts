import { expect, test } from "vitest";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { cleared, newAlarm } from "./raised-alarm.ts";

const raisedWith = (details: unknown) =>
  newAlarm(
    {
      ...{ tenantId: "tenant" as TenantId, originator: { type: "DEVICE", id: "device" as DeviceId }, type: "Hot" },
      ...{ severity: "MAJOR", endTs: epochMs(1), details },
    },
    epochMs(1),
  );

test("[ALM1] after clearing, the values that caused an alarm are still its details; those that cleared it are beside them", () => {
  const end = { cause: "NOT_MET", values: { t: 50 } };
  const details = (before: unknown, by?: unknown) => cleared(raisedWith(before), epochMs(2), by).details;

  expect(details({ values: { t: 99 } }, end)).toEqual({ values: { t: 99 }, clearedBy: end });
  expect(details(null, end)).toEqual({ clearedBy: end });
  expect([details({ t: 99 }), details("hot", end)]).toEqual([{ t: 99 }, "hot"]);
});
