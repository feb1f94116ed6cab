import fc from "fast-check";
import { expect, test } from "vitest";
import { kind } from "../columns.ts";
import { applyFrame, type FrameTarget, sizeOfFrame } from "./apply-frame.ts";
import { FrameBuilder } from "./frame-builder.ts";

/** Writes down what a frame does. */
class Recorder implements FrameTarget {
  readonly seen: unknown[] = [];

  push(series: number, ts: number, of: number, number: number): void {
    this.seen.push([series, ts, of, number]);
  }

  pushText(series: number, ts: number, of: number, text: Uint8Array): void {
    this.seen.push([series, ts, of, Buffer.from(text).toString("utf8")]);
  }

  remove(series: number, from: number, to: number): void {
    this.seen.push([series, from, to]);
  }
}

const bytesOf = (builder: FrameBuilder): Uint8Array => new Uint8Array(builder.finish(), 0, builder.length);

const series = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const ts = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -8.64e15, max: 8.64e15 }));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer().map((n) => n / 100),
  fc.constantFrom(-0, 2 ** 31, -(2 ** 31), 21474836.48),
);
const operation = fc.oneof(
  fc.record({ type: fc.constant("number" as const), series, ts, value: number }),
  fc.record({ type: fc.constant("boolean" as const), series, ts, value: fc.boolean() }),
  fc.record({ type: fc.constant("text" as const), series, ts, value: fc.string({ unit: "grapheme", maxLength: 300 }) }),
);

test("a frame gives back what was put in, in order", () => {
  fc.assert(
    fc.property(fc.array(operation), (operations) => {
      const builder = new FrameBuilder(new ArrayBuffer(16));
      for (const { type, series: id, ts: time, value } of operations) {
        builder.time(time);
        if (type === "number") builder.number(id, value);
        else if (type === "boolean") builder.boolean(id, value);
        else builder.text(kind.string, id, value);
      }
      const recorder = new Recorder();
      applyFrame(bytesOf(builder), recorder);

      const kinds = { number: kind.number, boolean: kind.boolean, text: kind.string };
      const stored = (value: unknown): unknown => (typeof value === "boolean" ? Number(value) : value);
      expect(recorder.seen).toEqual(operations.map((o) => [o.series, o.ts + 0, kinds[o.type], stored(o.value)]));
      expect(sizeOfFrame(bytesOf(builder)).points).toBe(operations.length);
    }),
  );
});

test("removals and rewound batches leave the rest alone", () => {
  const builder = new FrameBuilder(new ArrayBuffer(16));
  builder.time(5);
  builder.number(1, 10);
  const mark = builder.mark();
  builder.time(99);
  builder.text(kind.string, 70_000, "never");
  builder.rewind(mark);
  builder.number(2, 0.25);
  builder.remove(1, -5, 7);

  const recorder = new Recorder();
  applyFrame(bytesOf(builder), recorder);
  expect(recorder.seen).toEqual([
    [1, 5, kind.number, 10],
    [2, 5, kind.number, 0.25],
    [1, -5, 7],
  ]);
  expect(sizeOfFrame(bytesOf(builder))).toEqual({ points: 2, textBytes: 0 });
});

test("a frame of another version or with an unknown operation is refused", () => {
  const builder = new FrameBuilder(new ArrayBuffer(64));
  builder.boolean(1, true);
  const bytes = bytesOf(builder);
  bytes[12] = 0x1c;
  expect(() => applyFrame(bytes, new Recorder())).toThrow("unknown journal operation");
  bytes[0] = 2;
  expect(() => sizeOfFrame(bytes)).toThrow("version");
});
