import { beforeEach, expect, test } from "vitest";
import { epochMs } from "../../../server/src/kernel/time.ts";
import type { TelemetrySubject } from "./commands.ts";
import { scanned } from "./scanned.ts";
import { always, Place, p, span } from "./scenario.ts";

/** Who sees what when. */
export function testVisibility(subject: () => TelemetrySubject): void {
  let at: Place;
  beforeEach(() => {
    at = new Place(subject);
  });

  test("[TEL1] an unknown device or key has nothing", async () => {
    expect(await at.store.latest(at.pump, "all")).toEqual(new Map());
    expect(await at.store.keys(at.pump)).toEqual([]);
    expect(await at.all("nothing")).toEqual([]);
    expect(await at.store.aggregate(at.pump, "k", [epochMs(0), epochMs(1)], "COUNT")).toEqual([]);
    expect(await Array.fromAsync(at.store.scan(at.pump, "k", always))).toEqual([]);
    await at.store.delete(at.pump, "all", always);
    await at.store.forget(at.pump);
  });

  test("devices do not see each at.other's points", async () => {
    await at.store.append(at.pump, [p(1, "ours")]);
    await at.store.append(at.other, [p(1, "theirs"), p(2, 2, "more")]);

    expect(await at.all("k", at.pump)).toEqual([[1, "ours"]]);
    expect(await at.store.keys(at.other)).toEqual(["k", "more"]);
  });

  test("the ends of time can be stored side by side", async () => {
    await at.store.append(at.pump, [p(-8.64e15, "first"), p(8.64e15, "last"), p(0, "middle")]);
    await subject().flush();

    const points = await scanned(at.store, at.pump, "k", span(-8.64e15, 8.64e15 + 1), "ASC", 9);
    expect(points.map(({ value }) => value)).toEqual(["first", "middle", "last"]);
  });

  test("[TEL4] of appends made without waiting, the order of calls decides", async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => at.store.append(at.pump, [p(1, i)])));

    expect(await at.values()).toEqual([199]);
  });

  test("a read sees every append acknowledged before it", async () => {
    for (let i = 0; i < 50; i++) {
      await at.store.append(at.pump, [p(i, i)]);
      expect((await at.store.latest(at.pump, "all")).get("k")?.value).toBe(i);
      expect((await at.values()).length).toBe(i + 1);
    }
  });

  test("[TEL5] a scan streams everything in order, in chunks, one at a time", async () => {
    const count = 50_000;
    for (let i = 0; i < count; i += 5_000) {
      await at.store.append(
        at.pump,
        Array.from({ length: 5_000 }, (_, n) => p(i + n, i + n)),
      );
      if (i === 20_000) await subject().flush();
    }
    const sizes: number[] = [];
    let next = 10;
    for await (const chunk of at.store.scan(at.pump, "k", span(10, count))) {
      sizes.push(chunk.length);
      expect(chunk.find(({ ts, value }, at) => ts !== next + at || value !== next + at)).toBeUndefined();
      next += chunk.length;
    }

    expect(next).toBe(count);
    expect(sizes.length).toBeGreaterThan(1);
  });

  test("a scan sees what is written ahead of it and survives what is deleted under it", async () => {
    await at.store.append(
      at.pump,
      Array.from({ length: 20_000 }, (_, i) => p(i, i)),
    );
    const scan = at.store.scan(at.pump, "k", always)[Symbol.asyncIterator]();
    const first = await scan.next();
    await at.store.delete(at.pump, "all", span(0, 19_990));
    await at.store.append(at.pump, [p(50_000, "ahead")]);

    const rest: unknown[] = [];
    for (let step = await scan.next(); !step.done; step = await scan.next())
      rest.push(...step.value.map(({ value }) => value));
    expect(first.done).toBe(false);
    expect(rest.slice(-2)).toEqual([19_999, "ahead"]);
  });
}
