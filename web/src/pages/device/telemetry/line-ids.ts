/** What is drawn beneath each line: the same, so long before. */
export const befores = ["period", "day", "week", "month"] as const;
export type Before = (typeof befores)[number];

const otherLine = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/s;

export const otherLineId = (deviceId: string, key: string): string => `${deviceId}/${key}`;

/** Undefined where it is none. */
export function otherLineOf(id: string): { readonly deviceId: string; readonly key: string } | undefined {
  const [, deviceId, key] = otherLine.exec(id) ?? [];
  return deviceId === undefined || key === undefined ? undefined : { deviceId, key };
}
