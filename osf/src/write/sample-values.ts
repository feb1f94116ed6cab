import { elementTypeOf, type NumberArray, type NumericType, numberLayouts } from "../format/data-type.ts";
import { OsfError } from "../format/errors.ts";
import { encodeText } from "../format/text.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import { VariableValues } from "../read/samples/variable-values.ts";

/** Samples to be written: an array of the channel's type, or plain values that fit it exactly. */
export type SampleValues =
  | NumberArray
  | VariableValues
  | readonly number[]
  | readonly bigint[]
  | readonly boolean[]
  | readonly string[]
  | readonly Uint8Array[];

/** The values as the array of the channel's type. Throws OsfError for a value the type cannot hold. */
export function numbersFor(channel: ReadableChannel, values: SampleValues): NumberArray {
  const element = elementTypeOf(channel.datatype);
  if (element === undefined || values instanceof VariableValues) throw unfit(channel, "values of variable length");
  const array = numberLayouts[element].create(values.length);
  if (values.constructor === array.constructor) {
    const typed = values as NumberArray;
    return element === "bool" ? Uint8Array.from(typed as Uint8Array, (value) => (value === 0 ? 0 : 1)) : typed;
  }
  for (let i = 0; i < values.length; i++) setExactly(channel, element, array, i, values[i]);
  return array;
}

function setExactly(
  channel: ReadableChannel,
  element: NumericType,
  array: NumberArray,
  i: number,
  value: unknown,
): void {
  if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
    const exact = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
    if (exact === undefined) throw unfit(channel, String(value));
    array[i] = exact;
    if (array[i] !== exact) throw unfit(channel, String(value));
    return;
  }
  const number = element === "bool" ? Number(Boolean(value)) : value;
  if (typeof number !== "number") throw unfit(channel, String(value));
  array[i] = number;
  if (element !== "float" && !Object.is(array[i], number) && !(number === 0 && array[i] === 0))
    throw unfit(channel, String(value));
}

/** The values of a string or binary channel, one by one. */
export function variablesFor(channel: ReadableChannel, values: SampleValues): VariableValues | readonly Uint8Array[] {
  if (values instanceof VariableValues) return values;
  return Array.from(values as readonly unknown[], (value) => {
    if (channel.datatype === "string" && typeof value === "string") return encodeText(value);
    if (channel.datatype === "binary" && value instanceof Uint8Array) return value;
    throw unfit(channel, typeof value);
  });
}

const unfit = (channel: ReadableChannel, what: string): OsfError =>
  new OsfError("not-writable", `Channel '${channel.name}' of type ${channel.datatype} cannot hold ${what}`);
