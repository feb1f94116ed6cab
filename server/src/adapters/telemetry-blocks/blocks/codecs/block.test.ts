import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../../../../../../test/any-character.ts";
import { type Columns, ColumnsBuilder, isTextKind, kind, samplesOf } from "../../columns.ts";
import { maxBlockPoints } from "../../limits.ts";
import { decodeBlock, encodeBlock } from "./block.ts";

interface Cell {
  readonly of: number;
  readonly number: number;
  readonly text: string;
}

const cell = (of: number, number: fc.Arbitrary<number>, text: fc.Arbitrary<string>): fc.Arbitrary<Cell> =>
  fc.record({ of: fc.constant(of), number, text });
const nothing = fc.constant("");
const cells = [
  cell(kind.number, fc.double({ noNaN: true, noDefaultInfinity: true }), nothing),
  cell(kind.boolean, fc.integer({ min: 0, max: 1 }), nothing),
  cell(kind.integer, fc.constant(0), fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n }).map(String)),
  cell(kind.string, fc.constant(0), fc.string({ unit: "grapheme" })),
  cell(
    kind.json,
    fc.constant(0),
    fc.array(fc.integer()).map((value) => JSON.stringify(value)),
  ),
  cell(
    kind.escapedString,
    fc.constant(0),
    fc.string({ unit: anyCharacter }).map((value) => JSON.stringify(value)),
  ),
];

function columnsOf(values: readonly Cell[]): Columns {
  const builder = new ColumnsBuilder(1);
  for (const [i, { of, number, text }] of values.entries()) {
    const single = {
      ts: Float64Array.of(i * 1000),
      kinds: Uint8Array.of(of),
      numbers: Float64Array.of(isTextKind(of) ? 0 : number),
      texts: [text],
    };
    builder.push(single, 0);
  }
  return builder.build();
}

describe("block", () => {
  test("points of one kind or of several come back", () => {
    const values = fc.oneof(
      ...cells.map((of) => fc.array(of, { minLength: 1 })),
      fc.array(fc.oneof(...cells), { minLength: 1 }),
    );
    fc.assert(
      fc.property(values, (given) => {
        const columns = columnsOf(given);
        expect(samplesOf(decodeBlock(encodeBlock(columns), maxBlockPoints))).toEqual(samplesOf(columns));
      }),
    );
  });

  test("bytes of an unknown format, or too many points, are refused", () => {
    const bytes = encodeBlock(
      columnsOf([
        { of: kind.number, number: 1, text: "" },
        { of: kind.number, number: 2, text: "" },
      ]),
    );

    expect(() => decodeBlock(bytes, 1)).toThrow(RangeError);
    bytes[0] = 9;
    expect(() => decodeBlock(bytes, maxBlockPoints)).toThrow("unknown block format");
  });

  test("whatever the bytes, decoding ends with points or an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 3, maxLength: 60 }), (bytes) => {
        bytes[0] = 1;
        let outcome: unknown;
        try {
          outcome = decodeBlock(bytes, maxBlockPoints).ts;
        } catch (error) {
          outcome = error;
        }
        expect(outcome instanceof Error || outcome instanceof Float64Array).toBe(true);
      }),
    );
  });
});
