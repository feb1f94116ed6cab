import { expect, test } from "vitest";
import type { TenantId } from "../../kernel/ids.ts";
import { TenantShares } from "./tenant-shares.ts";

const fileOf = (name: string) => ({ name, tenantId: name[0] as TenantId });

/** Takes all of them in turn; each takes as long as its tenant's files do. */
function inTurns(names: readonly string[], msOf: Readonly<Record<string, number>>): string {
  const shares = new TenantShares();
  const list = names.map(fileOf);
  const taken: string[] = [];
  for (let next = shares.takeNext(list); next; next = shares.takeNext(list)) {
    taken.push(next.name);
    shares.used(next.tenantId, msOf[next.tenantId] ?? 0);
  }
  return taken.join(" ");
}

test("[QTA1] a tenant whose files take long does not hold up the files of others", () => {
  const order = inTurns(["a1", "a2", "a3", "b1", "b2", "c1"], { a: 60_000, b: 10, c: 10 });

  expect(order).toBe("a1 b1 c1 b2 a2 a3");
});

test("[QTA1] the files of one tenant are read in the order in which they came", () => {
  expect(inTurns(["a1", "a2", "a3"], { a: 5 })).toBe("a1 a2 a3");
});

test("what was used long ago counts less and less", () => {
  const shares = new TenantShares();
  shares.used("a" as TenantId, 1);
  for (let minute = 0; minute < 40; minute++) shares.used("b" as TenantId, 60_000);
  shares.used("c" as TenantId, 0.5);

  expect(shares.takeNext(["c1", "a1"].map(fileOf))?.name).toBe("a1");
});
