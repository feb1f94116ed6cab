import { beforeEach, describe, expect, test } from "vitest";
import { blockOf } from "../../server/src/adapters/telemetry-blocks/blocks/encode-block.ts";
import { kind } from "../../server/src/adapters/telemetry-blocks/columns.ts";
import { compactAfter } from "../../server/src/adapters/telemetry-blocks/limits.ts";
import type { BlockPage, FetchedBlock } from "../../server/src/adapters/telemetry-blocks/storage/block-reads.ts";
import type { NewBlock } from "../../server/src/adapters/telemetry-blocks/storage/block-row.ts";
import type {
  ReaderStorage,
  StorageTransaction,
  WriterStorage,
} from "../../server/src/adapters/telemetry-blocks/storage/storage.ts";

export interface TelemetryStorages {
  readonly writer: WriterStorage;
  readonly reader: ReaderStorage;
}

const block = (series: number, run: number, start: number, count = 10): NewBlock =>
  blockOf(series, run, {
    ts: Float64Array.from({ length: count }, (_, i) => start + i),
    kinds: new Uint8Array(count).fill(kind.number),
    numbers: Float64Array.from({ length: count }, (_, i) => i),
    texts: [],
  });
const frame = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);
const starts = (blocks: readonly FetchedBlock[]): number[] => blocks.map(({ row }) => row.start);
const everything = { low: -Infinity, high: Infinity, order: "ASC", data: "none", limit: 100 } as const;

/** What the telemetry engine counts on; `open` gives storages of one empty place, which are closed by whoever opens. */
export function describeTelemetryStorage(name: string, open: () => Promise<TelemetryStorages>): void {
  describe(`storage of the telemetry engine on ${name}`, () => {
    let writer: WriterStorage;
    let reader: ReaderStorage;
    beforeEach(async () => {
      ({ writer, reader } = await open());
    });
    const change = (work: (changes: StorageTransaction) => void): Promise<void> =>
      writer.transaction(async (changes) => work(changes));
    const page = (wanted: Partial<BlockPage> & Pick<BlockPage, "series" | "run">): Promise<readonly FetchedBlock[]> =>
      reader.snapshot((blocks) => blocks.page({ ...everything, ...wanted }));

    test("[REL1] what a transaction changes is there together, or not at all", async () => {
      const all = (changes: StorageTransaction): void => {
        changes.define([{ id: 1, device: "pump", key: "a" }]);
        changes.append(5, frame(1, 2, 3));
        changes.insert([block(1, 0, 0)]);
        changes.note("blocks", 4);
      };
      const failing = writer.transaction(async (changes) => {
        all(changes);
        throw new Error("no room");
      });
      await expect(failing).rejects.toThrow("no room");
      expect([await writer.series(0, 9), await writer.entries(0), await page({ series: 1, run: 0 })]).toEqual([
        [],
        [],
        [],
      ]);

      await change(all);
      expect(await writer.series(0, 9)).toEqual([{ id: 1, device: "pump", key: "a" }]);
      expect(await writer.entries(0)).toEqual([{ position: 5, frame: expect.anything() }]);
      expect(await writer.log()).toEqual({ last: 0, blocks: 4, followed: 0, oldest: 5, newest: 5 });
      expect(starts(await page({ series: 1, run: 0 }))).toEqual([0]);
    });

    test("reads in a transaction see the changes before them, a snapshot stays as it is", async () => {
      await change((changes) => changes.insert([block(1, 0, 0)]));
      await reader.snapshot(async (blocks) => {
        const before = await blocks.page({ ...everything, series: 1, run: 0 });
        await writer.transaction(async (changes) => {
          changes.insert([block(1, 0, 100)]);
          const [first] = await changes.page({ ...everything, series: 1, run: 0 });
          changes.delete(first ? [first.row.id] : []);
          expect(starts(await changes.page({ ...everything, series: 1, run: 0 }))).toEqual([100]);
        });
        expect(await blocks.page({ ...everything, series: 1, run: 0 })).toEqual(before);
      });
      expect(starts(await page({ series: 1, run: 0 }))).toEqual([100]);
    });

    test("the log is read in its order, trimmed from its begin, and damaged entries are met no more", async () => {
      await change((changes) => {
        for (const position of [3, 4, 7, 9]) changes.append(position, frame(position));
      });
      await change((changes) => {
        changes.trim(3);
        changes.setAside(7);
        changes.note("last", 9);
      });
      const met: [number, number | undefined][] = [];
      for (let after = 0; ; ) {
        const entries = await writer.entries(after);
        for (const entry of entries) met.push([entry.position, entry.frame?.[0]]);
        const last = entries.at(-1);
        if (last === undefined) break;
        after = last.position;
      }

      expect(met).toEqual([
        [4, 4],
        [9, 9],
      ]);
      expect(await writer.log()).toEqual({ last: 9, blocks: 0, followed: 0, oldest: 4, newest: 9 });
    });

    test("blocks come by page in either order, with the data that was wished for", async () => {
      const stored = [0, 100, 200, 300].map((start) => block(1, 0, start));
      await change((changes) => changes.insert([...stored, block(1, 3, 50), block(2, 0, 100)]));

      expect(starts(await page({ series: 1, run: 0, low: 1, high: 300, limit: 2 }))).toEqual([100, 200]);
      expect(starts(await page({ series: 1, run: 0, order: "DESC", limit: 3 }))).toEqual([300, 200, 100]);
      const [all, none, sizes] = [
        await page({ series: 1, run: 0, data: "all" }),
        await page({ series: 1, run: 0 }),
        await page({ series: 1, run: 0, data: "sizes" }),
      ];
      expect(all.map(({ data }) => data && [...data])).toEqual(stored.map(({ data }) => [...data]));
      expect(none.map(({ data }) => data)).toEqual(stored.map(() => undefined));
      expect(sizes.map(({ bytes }) => bytes)).toEqual(stored.map(({ data }) => data.length));
      const onGrid = await page({ series: 1, run: 0, data: { origin: 0, ms: 205 } });
      expect(onGrid.map(({ data }) => data !== undefined)).toEqual([false, false, true, false]);
      const [row] = none.map((fetched) => fetched.row);
      const { data: _, ...head } = stored[0] ?? block(1, 0, 0);
      expect(row).toEqual({ ...head, id: row?.id });
    });

    test("data is asked for by number, runs by series and time", async () => {
      const [first, second] = [block(1, 0, 0), block(1, 2, 500)];
      await change((changes) => changes.insert([first, block(1, 0, 100), second]));
      const [row] = (await page({ series: 1, run: 2 })).map((fetched) => fetched.row);

      const data = await reader.snapshot((blocks) => blocks.data([999_999, row?.id ?? 0]));
      expect(data.map((bytes) => bytes && [...bytes])).toEqual([undefined, [...second.data]]);
      expect(await reader.snapshot((blocks) => blocks.runs(1, 50))).toEqual([
        { run: 0, start: 0 },
        { run: 2, start: 50 },
      ]);
    });

    test("the last blocks of many series are one question", async () => {
      await change((changes) => changes.insert([block(1, 0, 0), block(1, 0, 100), block(1, 1, 40), block(2, 0, 7)]));

      const found = await writer.transaction((changes) =>
        changes.lastBlocks([
          { series: 1, upTo: 60 },
          { series: 2, upTo: 6 },
          { series: 1, upTo: Number.POSITIVE_INFINITY },
        ]),
      );
      expect(found.map((rows) => rows.map(({ run, start }) => [run, start]))).toEqual([
        [
          [1, 40],
          [0, 0],
        ],
        [],
        [
          [1, 40],
          [0, 100],
        ],
      ]);
    });

    test("what a compaction looks for is found: late runs, small blocks, and how much there is", async () => {
      const full = Array.from({ length: 3 }, (_, i) => block(4, 0, i * 1000, 256));
      const small = Array.from({ length: compactAfter }, (_, i) => block(4, 0, 10_000 + i * 100, 10));
      const late = Array.from({ length: compactAfter }, (_, i) => block(2, i + 1, i * 10, 20));
      await change((changes) => changes.insert([...full, ...small, ...late, block(2, 0, 0, 200)]));

      await writer.transaction(async (changes) => {
        expect([await changes.nextLate(-1), await changes.nextLate(2)]).toEqual([2, undefined]);
        expect([await changes.nextSmall(2), await changes.nextSmall(4)]).toEqual([4, undefined]);
        expect((await changes.lateRuns(2))[0]).toEqual({ run: compactAfter, points: 20, start: 70, end: 89 });
        expect(await changes.pointsInTime(4, 1000, 2000)).toBe(512);
        expect(await changes.smallAround(4, 10_150)).toEqual({ first: 10_200, before: 2 });
        expect(await changes.smallAround(9, 0)).toEqual({ first: Number.POSITIVE_INFINITY, before: 0 });
      });
    });

    test("series come by page; a number is never of two", async () => {
      const series = [1, 2, 5].map((id) => ({ id, device: `device ${id}`, key: "nul\u0000 and 💡" }));
      await change((changes) => changes.define(series));
      await change((changes) => changes.define(series));
      const other = change((changes) => changes.define([{ id: 2, device: "device 2", key: "other" }]));

      await expect(other).rejects.toThrow("another series");
      expect([await writer.series(0, 2), await writer.series(2, 2)]).toEqual([series.slice(0, 2), series.slice(2)]);
      await change((changes) => changes.dropSeries([5]));
      expect([await writer.highestSeries(), await writer.series(2, 2)]).toEqual([2, []]);
    });
  });
}
