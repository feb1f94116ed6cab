import type { CalculatedDefinition, CalculatedInput } from "./definition.ts";

/** A calculated channel among others. */
export interface NamedCalculation {
  readonly id: string;
  readonly definition: CalculatedDefinition;
}

/** Whether two may be calculated for one device: of what type a device is may change. */
function mayShareDevice({ scope: one }: CalculatedDefinition, { scope: other }: CalculatedDefinition): boolean {
  if (one.kind === "DEVICE" && other.kind === "DEVICE") return isSame(one.deviceId, other.deviceId);
  if (one.kind === "DEVICE_TYPE" && other.kind === "DEVICE_TYPE") return isSame(one.deviceTypeId, other.deviceTypeId);
  return true;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The device that keeps a sum is not in it, and devices move: anything else may be. */
function mayBeSummed(fed: CalculatedDefinition, feeding: CalculatedDefinition): boolean {
  const [own, its] = [fed.scope, feeding.scope];
  return own.kind !== "DEVICE" || its.kind !== "DEVICE" || !isSame(own.deviceId, its.deviceId);
}

const reads = (fed: CalculatedDefinition, input: CalculatedInput, feeding: CalculatedDefinition): boolean =>
  input.key === feeding.key && (input.kind === "PROJECT" ? mayBeSummed(fed, feeding) : mayShareDevice(fed, feeding));

/** Whether results of one may be an input of the other. */
export const feeds = (feeding: CalculatedDefinition, fed: CalculatedDefinition): boolean =>
  fed.inputs.some((input) => reads(fed, input, feeding));

/** The keys of channels that feed each other in a ring through this one; undefined where there is none [RUL7]. */
export function calculationCycle(
  channel: NamedCalculation,
  others: readonly NamedCalculation[],
): readonly string[] | undefined {
  const all = [channel, ...others.filter(({ id }) => id !== channel.id)];
  const seen = new Set<NamedCalculation>();
  const search = (at: NamedCalculation, path: readonly string[]): readonly string[] | undefined => {
    for (const next of all) {
      if (!feeds(at.definition, next.definition)) continue;
      const longer = [...path, next.definition.key];
      if (next === channel) return longer;
      if (seen.has(next)) continue;
      seen.add(next);
      const found = search(next, longer);
      if (found) return found;
    }
    return undefined;
  };
  return search(channel, [channel.definition.key]);
}

/** Each behind those that feed it. What is in a ring all the same is left out. */
export function inOrderOfFeeding<T extends { readonly definition: CalculatedDefinition }>(
  all: readonly T[],
): readonly T[] {
  const ordered: T[] = [];
  let left = [...all];
  while (left.length > 0) {
    const ready = left.filter((one) => !left.some((other) => feeds(other.definition, one.definition)));
    if (ready.length === 0) return ordered;
    ordered.push(...ready);
    left = left.filter((one) => !ready.includes(one));
  }
  return ordered;
}
