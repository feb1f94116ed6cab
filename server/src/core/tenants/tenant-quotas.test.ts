import { expect, test } from "vitest";
import type { TenantId } from "../../kernel/ids.ts";
import { unlimited } from "./tenant-limits.ts";
import { TenantQuotas } from "./tenant-quotas.ts";

const lab = "lab" as TenantId;

test("[QTA1] of the node's quota and the tenant's the stricter counts, and the log names it once, not each time", () => {
  const told: unknown[] = [];
  const own = { of: () => ({ ...unlimited, devices: 10, users: 3 }) };
  const node = { devices: 4, users: 0, attributeQuota: 0, indexingTime: 0 };
  const quotas = new TenantQuotas(own, node, (...what) => told.push(what));

  expect([quotas.limitOf(lab, "devices"), quotas.limitOf(lab, "users")]).toEqual([4, 3]);
  for (let n = 0; n < 3; n++) {
    expect(quotas.reached(lab, "devices")).toMatchObject({ code: "TENANT_DEVICES_FULL", fault: "no-room" });
  }
  expect(quotas.reached(lab, "users").message).toContain("3 users");
  expect(told).toEqual([
    [lab, "devices", 4],
    [lab, "users", 3],
  ]);
});
