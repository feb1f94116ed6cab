import { elementTypeOf } from "../format/data-type.ts";
import type { ReadableChannel } from "../read/samples/batch.ts";
import type { Series } from "../read/samples/series.ts";
import { VariableValues } from "../read/samples/variable-values.ts";

/** How times are written: ISO 8601 with nanoseconds, or whole or fractional units since 1970. */
export type TimeFormat = "iso" | "ns" | "ms" | "s";

const nsPerSecond = 1_000_000_000n;
const nsPerMs = 1_000_000n;

export function timeText(timeNs: bigint, format: TimeFormat): string {
  if (format === "ns") return String(timeNs);
  if (format === "ms") return decimal(timeNs, nsPerMs, 6);
  if (format === "s") return decimal(timeNs, nsPerSecond, 9);
  const seconds = floorDivide(timeNs, nsPerSecond);
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, -5);
  return `${date}.${String(timeNs - seconds * nsPerSecond).padStart(9, "0")}Z`;
}

const floorDivide = (value: bigint, by: bigint): bigint =>
  value < 0n && value % by !== 0n ? value / by - 1n : value / by;

function decimal(value: bigint, unit: bigint, digits: number): string {
  const magnitude = value < 0n ? -value : value;
  return `${value < 0n ? "-" : ""}${magnitude / unit}.${String(magnitude % unit).padStart(digits, "0")}`;
}

/** The shortest text that reads as the same single-precision number. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** One cell: `number` says that it is a number and may get another decimal separator. */
export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** Value `component` of sample `i`. */
export function cellOf(series: Series, i: number, component: number): Cell {
  const { channel, values } = series;
  if (values instanceof VariableValues) {
    return { text: channel.datatype === "string" ? values.textAt(i) : base64(values.bytesAt(i)), isNumber: false };
  }
  const value = values[i * channel.width + component] ?? 0;
  const isFloat = values instanceof Float32Array;
  return { text: isFloat ? floatText(value as number) : String(value), isNumber: true };
}

/** The same as JSON: numbers as such, what JSON cannot say as text. */
export function jsonOf(series: Series, i: number): string {
  const { channel, values } = series;
  if (values instanceof VariableValues) return JSON.stringify(cellOf(series, i, 0).text);
  const parts = Array.from({ length: channel.width }, (_, component) =>
    jsonNumber(channel, cellOf(series, i, component).text),
  );
  if (channel.datatype === "gpslocation")
    return `{"latitude":${parts[0]},"longitude":${parts[1]},"altitude":${parts[2]}}`;
  return channel.width === 1 ? (parts[0] ?? "null") : `[${parts.join(",")}]`;
}

function jsonNumber({ datatype }: Series["channel"], text: string): string {
  if (datatype === "bool") return text === "0" ? "false" : "true";
  const isBig = datatype === "int64" || datatype === "uint64";
  return isBig || !/^-?\d/.test(text) ? JSON.stringify(text) : text;
}

/** Column names of a channel: one, or one per component. */
export function columnNames(channel: ReadableChannel): string[] {
  if (channel.datatype === "gpslocation")
    return ["latitude", "longitude", "altitude"].map((part) => `${channel.name}.${part}`);
  if (channel.width === 1 || elementTypeOf(channel.datatype) === undefined) return [channel.name];
  return Array.from({ length: channel.width }, (_, i) => `${channel.name}[${i}]`);
}

const base64Piece = 0x6000; // a multiple of three, and few enough arguments for one call

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += base64Piece)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + base64Piece)));
  return text;
}
