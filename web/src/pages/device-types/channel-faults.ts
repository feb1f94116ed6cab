import type { Channel } from "@heliograph/contract";

/** Where in the form of a channel something is wrong. */
export type FaultyField = "key" | "noKey" | "range" | "limits" | "states";

const limitNames = ["alarmBelow", "warnBelow", "warnAbove", "alarmAbove"] as const;

/** What is wrong with a channel among the others of its type; as the server judges it. */
export function channelFaults(channel: Channel, others: readonly Channel[]): ReadonlySet<FaultyField> {
  const { key, range, limits = {}, states = [] } = channel;
  const given = limitNames.map((name) => limits[name]).filter((limit) => limit !== undefined);
  const values = states.map(({ value }) => JSON.stringify(value));
  const faults: readonly (readonly [FaultyField, boolean])[] = [
    ["noKey", key === ""],
    ["key", others.some((one) => one.key === key)],
    ["range", range?.min !== undefined && range.max !== undefined && range.max < range.min],
    ["limits", given.some((limit, index) => limit < (given[index - 1] ?? limit))],
    ["states", new Set(values).size < values.length],
  ];
  return new Set(faults.flatMap(([field, isFaulty]) => (isFaulty ? field : [])));
}
