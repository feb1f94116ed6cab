import { expect, test } from "vitest";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import { ingest } from "./ingest.ts";

const device = { id: "pump" as DeviceId, tenantId: "lab" as TenantId };
const now = epochMs(1000);
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Writes down in which order things happen. */
function recorded(append: () => Promise<void>) {
  const events: string[] = [];
  const parts = {
    store: {
      append: async (): Promise<void> => {
        await append();
        events.push("durable");
      },
    },
    audience: { offer: (): void => void events.push("offered") },
    traffic: { count: (tenant: TenantId, points: number): void => void events.push(`${tenant} ${points}`) },
  };
  return { events, parts };
}

test("[MQ2] points are offered to the others after they are durable, never before", async () => {
  const { events, parts } = recorded(async () => {});

  expect(await ingest(parts, device, bytes('{"a":1,"b":2}'), now)).toBe(2);
  expect(events).toEqual(["durable", "offered", "lab 2"]);
});

test("[MQ3] an empty payload is acknowledged and reaches nobody", async () => {
  const { events, parts } = recorded(async () => {});

  expect(await ingest(parts, device, bytes("[]"), now)).toBe(0);
  expect(events).toEqual(["lab 0"]); // a message all the same
});

test("[MQ4] what cannot be decoded or stored is offered to nobody", async () => {
  const { events, parts } = recorded(() => Promise.reject(new Error("disk full")));

  await expect(ingest(parts, device, bytes("{"), now)).rejects.toMatchObject({ fault: "invalid" });
  await expect(ingest(parts, device, bytes('{"a":1}'), now)).rejects.toThrow("disk full");
  expect(events).toEqual([]);
});

test("[RUN12] points too far ahead of the clock are refused where somebody set a limit, and nowhere else", async () => {
  const { events, parts } = recorded(async () => {});
  const limited = { ...parts, aheadMs: 500 };

  await expect(ingest(limited, device, bytes('[{"a":1},{"ts":1501,"values":{"b":1}}]'), now)).rejects.toMatchObject({
    code: "TELEMETRY_TS_AHEAD",
    fault: "invalid",
  });
  expect(events).toEqual([]);
  expect(await ingest(limited, device, bytes('{"ts":1500,"values":{"b":1}}'), now)).toBe(1);
  expect(await ingest(parts, device, bytes('{"ts":8000000000000000,"values":{"b":1}}'), now)).toBe(1);
});
