import { expect, test } from "vitest";
import type { TenantId } from "../../kernel/ids.ts";
import { TenantTraffic } from "./tenant-traffic.ts";

const [lab, other] = ["lab", "other"] as TenantId[] as [TenantId, TenantId];

test("[QTA1] what a tenant sends is the mean of ten whole seconds, and nothing a while later", () => {
  let now = 5_000;
  const traffic = new TenantTraffic(() => now);
  for (let n = 0; n < 20; n++) traffic.count(lab, 3);
  traffic.count(other, 1);

  expect(traffic.of(lab)).toEqual({ messages: 0, points: 0 }); // its second is not over
  now = 6_000;
  expect(traffic.of(lab)).toEqual({ messages: 2, points: 6 });
  now = 15_999;
  expect(traffic.of(lab)).toEqual({ messages: 2, points: 6 });
  now = 16_000;
  expect(traffic.of(lab)).toEqual({ messages: 0, points: 0 });
});

test("[QTA1] a second comes round again without what was before", () => {
  let now = 0;
  const traffic = new TenantTraffic(() => now);
  for (; now < 60_000; now += 500) traffic.count(lab, 1);

  expect(traffic.of(lab)).toEqual({ messages: 2, points: 2 });
  traffic.forget(lab);
  expect(traffic.of(lab)).toEqual({ messages: 0, points: 0 });
});
