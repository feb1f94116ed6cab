import type { DeviceId } from "../../../kernel/ids.ts";
import type { InputOfDevice, RuleInputStore } from "../inputs/input-store.ts";
import { isMomentary, isState, isTold, looksAt } from "../inputs/looks-at.ts";
import type { ToldValue, WaitingInput } from "../inputs/told-change.ts";
import type { Observation } from "../observe/observation.ts";
import type { Learning } from "./learning.ts";
import type { Wanted } from "./stored-points.ts";

interface WantedInput extends InputOfDevice {
  readonly observation: Observation;
  readonly at: number;
}

/**
 * What rules know of devices beside their points: what is stored. Where a change is still to be evaluated, what was before the
 * oldest one [RUL3]. They are asked for after reading: one that came meanwhile says what was before it, too.
 */
export async function rememberInputs(
  store: RuleInputStore,
  wanted: readonly Wanted[],
  observations: readonly (Observation | undefined)[],
  { isEvaluated, stored }: Pick<Learning, "isEvaluated" | "stored">,
): Promise<void> {
  const inputs = wanted.flatMap((one, at) => inputsOf(one, observations[at]));
  for (const { observation, at } of inputs.filter(({ input }) => isMomentary(input))) observation.remember(at, "");
  const lasting = inputs.filter(({ input }) => !isMomentary(input));
  if (lasting.length === 0) return;
  await stored(); // one that is removed while it is read would be taken for one that waits
  const values = await store.present(lasting);
  const waiting = await waitingOf(store, lasting, isEvaluated);
  for (const [index, one] of lasting.entries()) {
    const next = waiting.get(one.device)?.find((change) => looksAt(one.input, change));
    one.observation.remember(one.at, next ? await before(store, one, next) : (values[index] ?? null));
  }
}

function inputsOf({ device, rule }: Wanted, observation: Observation | undefined): readonly WantedInput[] {
  if (!observation) return [];
  return rule.inputs.flatMap(({ definition: input }, at) =>
    isTold(input) ? [{ device, input, observation, at }] : [],
  );
}

/** In the order they were written down. */
async function waitingOf(
  store: RuleInputStore,
  inputs: readonly InputOfDevice[],
  isEvaluated: (seq: number) => boolean,
): Promise<ReadonlyMap<DeviceId, readonly WaitingInput[]>> {
  const found = await store.waitingOf([...new Set(inputs.map(({ device }) => device))]);
  const open = found.filter(({ seq }) => !isEvaluated(seq));
  return Map.groupBy(open, ({ deviceId }) => deviceId);
}

const before = (store: RuleInputStore, of: InputOfDevice, next: WaitingInput): ToldValue | Promise<ToldValue> =>
  isState(of.input) ? next.before : store.lastBefore(of, next.time);
