import { isLineText } from "@heliograph/contract";
import type { Device } from "./device.ts";

/** What a device says of itself that stands in its record, too, where it is found by search [DHP4]. */
export type DeviceIdentity = Partial<Record<"serialNumber" | "firmwareVersion", string>>;

/** How devices call it, without case and separators. */
const names: Readonly<Record<keyof DeviceIdentity, readonly string[]>> = {
  serialNumber: ["serialnumber", "serialno", "serial", "sn"],
  firmwareVersion: ["firmwareversion", "firmware", "fwversion", "fw"],
};

/** The identity among a device's client attributes; the first of several names counts, what fits no record is left out. */
export function identityOf(values: ReadonlyMap<string, unknown>): DeviceIdentity {
  const plain = new Map([...values].map(([key, value]) => [key.toLowerCase().replace(/[\s._-]/g, ""), value]));
  const serialNumber = firstText(names.serialNumber, plain);
  const firmwareVersion = firstText(names.firmwareVersion, plain);
  return { ...(serialNumber && { serialNumber }), ...(firmwareVersion && { firmwareVersion }) };
}

function firstText(wanted: readonly string[], plain: ReadonlyMap<string, unknown>): string | undefined {
  return wanted.map((name) => textOf(plain.get(name))).find((text) => text !== "" && isLineText(text));
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "bigint" ? `${value}` : "";

/** Whether the record says something else. */
export const isNews = (identity: DeviceIdentity, device: Pick<Device, keyof DeviceIdentity>): boolean =>
  (identity.serialNumber ?? device.serialNumber) !== device.serialNumber ||
  (identity.firmwareVersion ?? device.firmwareVersion) !== device.firmwareVersion;
