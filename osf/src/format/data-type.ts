/** The eleven fixed-size number types (§5); a bool sample is 0 or 1. */
export type NumericType =
  | "bool"
  | "int8"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint16"
  | "uint32"
  | "uint64"
  | "float"
  | "double";

/** What a sample of a channel is. A `gpslocation` is three doubles: latitude, longitude, altitude. */
export type DataType = NumericType | "gpslocation" | "string" | "binary";

/** The array that holds the samples of a fixed-size channel. */
export type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

interface NumberLayout {
  /** Bytes of one value. */
  readonly size: number;
  readonly create: (length: number) => NumberArray;
}

export const numberLayouts: Readonly<Record<NumericType, NumberLayout>> = {
  bool: { size: 1, create: (length) => new Uint8Array(length) },
  int8: { size: 1, create: (length) => new Int8Array(length) },
  uint8: { size: 1, create: (length) => new Uint8Array(length) },
  int16: { size: 2, create: (length) => new Int16Array(length) },
  uint16: { size: 2, create: (length) => new Uint16Array(length) },
  int32: { size: 4, create: (length) => new Int32Array(length) },
  uint32: { size: 4, create: (length) => new Uint32Array(length) },
  int64: { size: 8, create: (length) => new BigInt64Array(length) },
  uint64: { size: 8, create: (length) => new BigUint64Array(length) },
  float: { size: 4, create: (length) => new Float32Array(length) },
  double: { size: 8, create: (length) => new Float64Array(length) },
};

const gpsValues = 3;

/** The number type the bytes of a fixed-size type are made of, or undefined for strings and bytes. */
export function elementTypeOf(datatype: DataType): NumericType | undefined {
  if (datatype === "string" || datatype === "binary") return undefined;
  return datatype === "gpslocation" ? "double" : datatype;
}

/** Values per sample of a type that is not declared as a vector. */
export const ownWidthOf = (datatype: DataType): number => (datatype === "gpslocation" ? gpsValues : 1);

export const isNumericType = (name: string): name is NumericType => Object.hasOwn(numberLayouts, name);

/** The type a metablock names; `bytearray` is an alias. Undefined: removed or unknown types, their blocks are skipped. */
export function dataTypeOf(declared: string): DataType | undefined {
  if (isNumericType(declared) || declared === "gpslocation" || declared === "string" || declared === "binary")
    return declared;
  return declared === "bytearray" ? "binary" : undefined;
}

/** Types the format had once (§5), with what replaced them. */
export const removedTypes: ReadonlyMap<string, string> = new Map([
  ["gpsdata", "gpslocation"],
  ["pair", "two double channels"],
  ["triple", "three double channels or gpslocation"],
  ["candata", "binary with a MIME type"],
]);
