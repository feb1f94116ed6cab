import type { ChosenFilter as FilterQuery } from "@heliograph/contract";
import type { DeviceId } from "../../kernel/ids.ts";
import { choiceBoundless, choiceUnclear } from "./errors.ts";

/** Which devices are meant: named ones, or whatever matches. */
export type DeviceChoice =
  | { readonly deviceIds: readonly DeviceId[] }
  /** As a list of devices takes it. */
  | { readonly filter: FilterQuery };

/** As callers send it. */
interface SentChoice {
  readonly deviceIds?: readonly string[] | undefined;
  readonly filter?: FilterQuery | undefined;
  readonly all?: true | undefined;
}

/** All devices are meant only where that is said: a filter whose value was forgotten matches all as well. */
export function choiceOf({ deviceIds, filter, all }: SentChoice): DeviceChoice {
  if ([deviceIds, filter, all].filter((one) => one !== undefined).length !== 1) throw choiceUnclear();
  if (all) return { filter: {} };
  if (filter && !narrows(filter)) throw choiceBoundless();
  return filter ? { filter } : { deviceIds: [...new Set((deviceIds ?? []).map(deviceIdOf))] };
}

const deviceIdOf = (id: string): DeviceId => id.toLowerCase() as DeviceId;

const narrows = ({ includeDescendants: _, where, ...conditions }: FilterQuery): boolean =>
  (where !== undefined && (where.kind === "ANY" || where.conditions.length > 0)) ||
  Object.values(conditions).some((condition) => condition !== undefined);
