import { expect, test } from "vitest";
import type { Device } from "../devices/index.ts";
import { RateLimits } from "./rate-limits.ts";

const off = { deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 };
const noOwn = { isEmpty: true, of: () => off };
let now = 0;
const count = (rates: RateLimits, of: Device, points: number, at: number) => {
  now = at;
  return rates.count(of, points);
};
const device = (id: string, tenantId = "tenant") => ({ id, tenantId }) as unknown as Device;

test("[MQ9] without limits nothing is counted", () => {
  const rates = new RateLimits(off, noOwn, () => now);

  expect([rates.areOn, count(rates, device("a"), 1_000_000, 0)]).toEqual([false, undefined]);
});

test("[MQ9] as many as the limit pass at once; who goes beyond has to wait as long as that costs", () => {
  const rates = new RateLimits({ ...off, deviceMessages: 10 }, noOwn, () => now);
  const excess = Array.from({ length: 15 }, () => count(rates, device("a"), 0, 0));

  expect(excess.slice(0, 10).every((wait) => wait === undefined)).toBe(true);
  expect(excess.at(-1)).toEqual({ waitMs: 500, limit: "deviceMessages", perSecond: 10 });
  expect(count(rates, device("b"), 0, 0)).toBeUndefined();
  expect(count(rates, device("a"), 0, 1_000)).toBeUndefined();
});

test("[MQ9] the limits of a tenant are shared by its devices, and the longest wait is named", () => {
  const rates = new RateLimits({ ...off, deviceMessages: 1_000, tenantPoints: 100 }, noOwn, () => now);

  expect(count(rates, device("a"), 100, 0)).toBeUndefined();
  expect(count(rates, device("b"), 50, 0)).toEqual({ waitMs: 500, limit: "tenantPoints", perSecond: 100 });
  expect(count(rates, device("c", "another"), 50, 0)).toBeUndefined();
});

test("[MQ9] a tenant's own limit counts beside the node's: the stricter one, as it is now", () => {
  let own = { ...off, deviceMessages: 5, devicePoints: 1_000 };
  const rates = new RateLimits({ ...off, devicePoints: 100 }, { isEmpty: false, of: () => own }, () => now);

  expect(rates.areOn).toBe(true);
  expect(count(rates, device("a"), 150, 0)).toEqual({ waitMs: 500, limit: "devicePoints", perSecond: 100 });
  for (let message = 0; message < 4; message++) count(rates, device("b"), 0, 0);
  expect(count(rates, device("b"), 0, 0)).toBeUndefined();
  expect(count(rates, device("b"), 0, 0)).toEqual({ waitMs: 200, limit: "deviceMessages", perSecond: 5 });
  own = off;
  expect(count(rates, device("b"), 0, 0)).toBeUndefined();
});

test("[MQ6] what a device may send is told by the strictest limit, its tenant's own included, as it is now", () => {
  let own = { ...off, deviceMessages: 20, tenantPoints: 70 };
  const rates = new RateLimits(
    { ...off, deviceMessages: 30, devicePoints: 100 },
    { isEmpty: false, of: () => own },
    () => now,
  );

  expect(rates.allowed(device("a"))).toEqual({ messages: 20, points: 70 });
  own = off;
  expect(rates.allowed(device("a"))).toEqual({ messages: 30, points: 100 });
  expect(new RateLimits(off, noOwn, () => now).allowed(device("a"))).toEqual({ messages: 0, points: 0 });
});

test("[QTA1] a request is refused as long as there is something to wait for, which is told; asking costs nothing", () => {
  const refused: unknown[] = [];
  const rates = new RateLimits({ ...off, tenantPoints: 10 }, noOwn, () => now);
  rates.onRefusal = (tenant, { limit }) => refused.push([tenant, limit]);
  now = 0;
  for (let n = 0; n < 5; n++) rates.requireRoom(device("a"));
  count(rates, device("a"), 30, 0);

  const refusal = { code: "RATE_REACHED", fault: "busy", retryAfterMs: 2_000 };
  expect(() => rates.requireRoom(device("b"))).toThrow(expect.objectContaining(refusal));
  rates.requireRoom(device("c", "another tenant"));
  now = 2_000;
  rates.requireRoom(device("b"));
  expect(refused).toEqual([["tenant", "tenantPoints"]]);
});
