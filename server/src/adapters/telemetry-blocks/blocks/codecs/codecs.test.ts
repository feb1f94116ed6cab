import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBooleans, writeBooleans } from "./booleans.ts";
import { ByteReader, ByteWriter, maxZigzag } from "./bytes.ts";
import { canWriteDeltas, readDeltas, writeDeltas } from "./deltas.ts";
import { readIntegers, writeIntegers } from "./integers.ts";
import { readKinds, writeKinds } from "./kinds.ts";
import { readNumbers, writeNumbers } from "./numbers.ts";
import { readTexts, writeTexts } from "./texts.ts";
import { readTimestamps, writeTimestamps } from "./timestamps.ts";
import { readXorFloats, writeXorFloats } from "./xor-floats.ts";

const encoded = (write: (writer: ByteWriter) => void): Uint8Array => {
  const writer = new ByteWriter(1);
  write(writer);
  return writer.take();
};

type FloatWriter = (writer: ByteWriter, values: Float64Array, count: number) => void;
type FloatReader = (reader: ByteReader, values: Float64Array, count: number) => void;

function throughFloats(
  write: FloatWriter,
  read: FloatReader,
  values: readonly number[],
): { bytes: number; back: number[] } {
  const bytes = encoded((writer) => write(writer, Float64Array.from(values), values.length));
  const back = new Float64Array(values.length);
  const reader = new ByteReader(bytes);
  read(reader, back, values.length);
  expect(reader.position).toBe(bytes.length);
  return { bytes: bytes.length, back: [...back] };
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const decimal = fc.tuple(fc.integer(), fc.integer({ min: 0, max: 9 })).map(([n, decimals]) => n / 10 ** decimals);

describe("bytes", () => {
  test("integers of up to 53 bits survive, of either sign", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (values) => {
        const within = values.map((value) => Math.trunc(value / 2));
        const reader = new ByteReader(encoded((writer) => within.forEach((value) => void writer.zigzag(value))));
        expect(within.map(() => reader.zigzag() + 0)).toEqual(within.map((value) => value + 0));
      }),
    );
  });

  test("the limits of a zigzag and of a varint survive", () => {
    const reader = new ByteReader(
      encoded((writer) => {
        writer.zigzag(maxZigzag);
        writer.zigzag(-maxZigzag);
        writer.varint(Number.MAX_SAFE_INTEGER);
      }),
    );

    expect([reader.zigzag(), reader.zigzag(), reader.varint()]).toEqual([
      maxZigzag,
      -maxZigzag,
      Number.MAX_SAFE_INTEGER,
    ]);
  });

  test("reading past the end throws", () => {
    const reader = new ByteReader(Uint8Array.of(0x80));

    expect(() => reader.varint()).toThrow(RangeError);
    expect(() => reader.take(5)).toThrow(RangeError);
    expect(() => new ByteReader(new Uint8Array(3)).float64()).toThrow(RangeError);
  });
});

describe("deltas", () => {
  test.each([1, 2] as const)("integers come back, by differences of order %i", (order) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 50), max: 2 ** 50 })), (values) => {
        fc.pre(canWriteDeltas(Float64Array.from(values), values.length, order));
        const { back } = throughFloats(
          (writer, all, count) => writeDeltas(writer, all, count, order),
          (reader, all, count) => readDeltas(reader, all, count, order),
          values,
        );
        expect(back).toEqual(values.map((value) => value + 0));
      }),
    );
  });

  test("an evenly spaced stretch takes a few bytes, however long", () => {
    const even = Array.from({ length: 500 }, (_, i) => 1_700_000_000_000 + i * 1000);
    const { bytes } = throughFloats(
      (w, v, n) => writeDeltas(w, v, n, 2),
      (r, v, n) => readDeltas(r, v, n, 2),
      even,
    );

    expect(bytes).toBeLessThan(20);
  });

  test("a run longer than its block is refused", () => {
    expect(() => readDeltas(new ByteReader(Uint8Array.of(0, 9)), new Float64Array(3), 3, 1)).toThrow(RangeError);
  });
});

describe("timestamps", () => {
  const through = (ts: readonly number[]): number[] => {
    const bytes = encoded((writer) => writeTimestamps(writer, Float64Array.from(ts), ts.length));
    const back = new Float64Array(ts.length);
    readTimestamps(new ByteReader(bytes), back, ts.length);
    return [...back];
  };

  test("any ascending times come back", () => {
    const times = fc.uniqueArray(fc.integer({ min: -8.64e15, max: 8.64e15 }));
    fc.assert(
      fc.property(times, (unsorted) => {
        const ts = unsorted.sort((a, b) => a - b);
        expect(through(ts)).toEqual(ts.map((value) => value + 0));
      }),
    );
  });

  test("times too far apart for any difference come back", () => {
    expect(through([-8.64e15, 8.64e15])).toEqual([-8.64e15, 8.64e15]);
  });
});

describe("numbers", () => {
  test.each([
    ["integers", fc.maxSafeInteger()],
    ["decimals", decimal],
    ["doubles", double],
    [
      "anything",
      fc.oneof(fc.integer(), decimal, double, fc.constantFrom(-0, 5e-324, 1.7976931348623157e308, 2 ** 52, 0.1 + 0.2)),
    ],
  ] as const)("%s come back, bit by bit", (_name, number) => {
    fc.assert(
      fc.property(fc.array(number as fc.Arbitrary<number>), (values) => {
        expect(throughFloats(writeNumbers, readNumbers, values).back).toEqual(values);
      }),
    );
  });

  test("slow measurements with two decimals take little more than a byte each", () => {
    const slow = Array.from({ length: 500 }, (_, i) => Math.round(2000 + 50 * Math.sin(i / 20)) / 100);

    expect(throughFloats(writeNumbers, readNumbers, slow).bytes).toBeLessThan(510);
  });

  test("negative zero among decimals keeps its sign", () => {
    expect(throughFloats(writeNumbers, readNumbers, [0.5, -0, 0]).back).toEqual([0.5, -0, 0]);
  });

  test("an unknown encoding is refused", () => {
    expect(() => readNumbers(new ByteReader(Uint8Array.of(77)), new Float64Array(1), 1)).toThrow(RangeError);
  });
});

describe("floats by their bits", () => {
  test("any doubles come back", () => {
    fc.assert(
      fc.property(fc.array(double), (values) => {
        expect(throughFloats(writeXorFloats, readXorFloats, values).back).toEqual(values);
      }),
    );
  });

  test("an equal value takes one byte", () => {
    const { bytes } = throughFloats(writeXorFloats, readXorFloats, Array(100).fill(Math.PI));

    expect(bytes).toBeLessThanOrEqual(9 + 99);
  });
});

describe("booleans", () => {
  test("any sequence comes back", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1 }), (values) => {
        expect(throughFloats(writeBooleans, readBooleans, values).back).toEqual(values);
      }),
    );
  });

  test("seldom changes take a few bytes, constant changes a bit each", () => {
    const seldom = Array.from({ length: 500 }, (_, i) => (i < 300 ? 0 : 1));
    const constantly = Array.from({ length: 500 }, (_, i) => i % 2);

    expect(throughFloats(writeBooleans, readBooleans, seldom)).toEqual({ bytes: 6, back: seldom });
    expect(throughFloats(writeBooleans, readBooleans, constantly)).toEqual({ bytes: 64, back: constantly });
  });

  test("a run longer than its block is refused", () => {
    expect(() => readBooleans(new ByteReader(Uint8Array.of(1, 0, 9)), new Float64Array(3), 3)).toThrow(RangeError);
  });
});

describe("texts", () => {
  const through = (texts: readonly string[]): { bytes: number; back: string[] } => {
    const bytes = encoded((writer) => writeTexts(writer, texts));
    return { bytes: bytes.length, back: readTexts(new ByteReader(bytes), texts.length) };
  };
  const wellFormed = fc.string({ unit: "grapheme" });

  test("any well-formed texts come back", () => {
    fc.assert(
      fc.property(fc.array(wellFormed), (texts) => {
        expect(through(texts).back).toEqual(texts);
      }),
    );
  });

  test("a state that changes seldom takes next to nothing", () => {
    const states = Array.from({ length: 500 }, (_, i) => (i % 250 < 200 ? "running" : "idle"));

    expect(through(states).back).toEqual(states);
    expect(through(states).bytes).toBeLessThan(60);
  });

  test("similar texts are compressed", () => {
    const texts = Array.from({ length: 200 }, (_, i) => `{"sensor":"A${i % 7}","state":"running","step":${i}}`);

    expect(through(texts).back).toEqual(texts);
    expect(through(texts).bytes).toBeLessThan(texts.join("").length / 4);
  });

  test("a dictionary larger than its block is refused", () => {
    expect(() => readTexts(new ByteReader(Uint8Array.of(200, 1, 1)), 3)).toThrow(RangeError);
  });
});

describe("integers beyond 2^53", () => {
  const through = (values: readonly bigint[]): { bytes: number; back: bigint[] } => {
    const bytes = encoded((writer) => writeIntegers(writer, values.map(String)));
    return { bytes: bytes.length, back: readIntegers(new ByteReader(bytes), values.length).map(BigInt) };
  };

  test("any of 64 bits come back", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.array(int64), (values) => {
        expect(through(values).back).toEqual(values);
      }),
    );
  });

  test("any of any length come back", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt()), (values) => {
        expect(through(values).back).toEqual(values);
      }),
    );
  });

  test("a counter of nanoseconds takes a few bytes a step", () => {
    const counter = Array.from({ length: 100 }, (_, i) => 1_700_000_000_000_000_000n + BigInt(i) * 1_000_003n);

    expect(through(counter).bytes).toBeLessThan(100 * 4);
  });
});

describe("kinds", () => {
  test("any sequence of kinds comes back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 1, max: 6 }), (kinds) => {
        const back = new Uint8Array(kinds.length);
        readKinds(new ByteReader(encoded((writer) => writeKinds(writer, kinds))), back);
        expect(back).toEqual(Uint8Array.from(kinds));
      }),
    );
  });

  test("a run that is too long or empty is refused", () => {
    expect(() => readKinds(new ByteReader(Uint8Array.of(1, 9)), new Uint8Array(3))).toThrow(RangeError);
    expect(() => readKinds(new ByteReader(Uint8Array.of(1, 0)), new Uint8Array(3))).toThrow(RangeError);
  });
});
