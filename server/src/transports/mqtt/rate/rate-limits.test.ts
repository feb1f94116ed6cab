import { expect, test } from "vitest";
import type { Device } from "../../../core/devices/index.ts";
import { RateLimits } from "./rate-limits.ts";

const off = { deviceMessages: 0, devicePoints: 0, tenantMessages: 0, tenantPoints: 0 };
const device = (id: string, tenantId = "tenant") => ({ id, tenantId }) as unknown as Device;

test("[MQ9] without limits nothing is counted", () => {
  const rates = new RateLimits(off);

  expect([rates.areOn, rates.count(device("a"), 1_000_000, 0)]).toEqual([false, undefined]);
});

test("[MQ9] as many as the limit pass at once; who goes beyond has to wait as long as that costs", () => {
  const rates = new RateLimits({ ...off, deviceMessages: 10 });
  const excess = Array.from({ length: 15 }, () => rates.count(device("a"), 0, 0));

  expect(excess.slice(0, 10).every((wait) => wait === undefined)).toBe(true);
  expect(excess.at(-1)).toEqual({ waitMs: 500, limit: "deviceMessages", perSecond: 10 });
  expect(rates.count(device("b"), 0, 0)).toBeUndefined();
  expect(rates.count(device("a"), 0, 1_000)).toBeUndefined();
});

test("[MQ9] the limits of a tenant are shared by its devices, and the longest wait is named", () => {
  const rates = new RateLimits({ ...off, deviceMessages: 1_000, tenantPoints: 100 });

  expect(rates.count(device("a"), 100, 0)).toBeUndefined();
  expect(rates.count(device("b"), 50, 0)).toEqual({ waitMs: 500, limit: "tenantPoints", perSecond: 100 });
  expect(rates.count(device("c", "another"), 50, 0)).toBeUndefined();
});

test("[MQ9] a tenant's own limit counts beside the node's: the stricter one, as it is now", () => {
  let own = { ...off, deviceMessages: 5, devicePoints: 1_000 };
  const rates = new RateLimits({ ...off, devicePoints: 100 }, { isEmpty: false, of: () => own });

  expect(rates.areOn).toBe(true);
  expect(rates.count(device("a"), 150, 0)).toEqual({ waitMs: 500, limit: "devicePoints", perSecond: 100 });
  for (let message = 0; message < 4; message++) rates.count(device("b"), 0, 0);
  expect(rates.count(device("b"), 0, 0)).toBeUndefined();
  expect(rates.count(device("b"), 0, 0)).toEqual({ waitMs: 200, limit: "deviceMessages", perSecond: 5 });
  own = off;
  expect(rates.count(device("b"), 0, 0)).toBeUndefined();
});

test("[MQ6] what a device may send is told by the strictest limit, its tenant's own included, as it is now", () => {
  let own = { ...off, deviceMessages: 20, tenantPoints: 70 };
  const rates = new RateLimits({ ...off, deviceMessages: 30, devicePoints: 100 }, { isEmpty: false, of: () => own });

  expect(rates.allowed(device("a"))).toEqual({ messages: 20, points: 70 });
  own = off;
  expect(rates.allowed(device("a"))).toEqual({ messages: 30, points: 100 });
  expect(new RateLimits(off).allowed(device("a"))).toEqual({ messages: 0, points: 0 });
});
