import type { RuleDefinition } from "@heliograph/contract";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { Sample } from "../../telemetry/index.ts";
import type { CompiledRule } from "../compile/compiled-rule.ts";
import type { PastEvent, RuleInputStore } from "../inputs/input-store.ts";
import { isMomentary, isTold, type ToldInput } from "../inputs/looks-at.ts";

type Inputs = Pick<RuleInputStore, "past" | "present">;

interface PastSpan {
  readonly from: number;
  readonly to: number;
  readonly pointsAtMost: number;
}

/** What a rule looks at beside points, as it was: one list for each input, by time. */
export function* pastInputs(
  store: Inputs,
  { inputs }: CompiledRule,
  device: DeviceId,
  span: PastSpan,
): Generator<[number, AsyncIterable<readonly Sample[]>]> {
  for (const [at, { definition }] of inputs.entries()) {
    if (isTold(definition)) yield [at, readPast(store, definition, device, span)];
  }
}

async function* readPast(
  store: Inputs,
  input: ToldInput,
  device: DeviceId,
  { from, to, pointsAtMost }: PastSpan,
): AsyncGenerator<readonly Sample[]> {
  if (input.kind === "ACTIVITY") return;
  if (input.kind === "ATTRIBUTE") {
    const [value] = await store.present([{ device, input }]);
    yield value === null || value === undefined ? [] : [{ ts: epochMs(from), value }];
    return;
  }
  const events = await store.past({ device, input }, from, to, pointsAtMost);
  yield (isMomentary(input) ? inMoments(events, from) : events).map(({ ts, value }) => ({ ts: epochMs(ts), value }));
}

/** Each is over at once. */
const inMoments = (events: readonly PastEvent[], from: number): readonly PastEvent[] => [
  { ts: from, value: "" },
  ...events.flatMap(({ ts, value }) => [
    { ts, value },
    { ts, value: "" },
  ]),
];

/** What has no history, and what is taken instead; to be told beside what a backtest found. */
export const backtestNotes = ({ inputs }: RuleDefinition): readonly string[] =>
  inputs.flatMap(({ kind, name }) => {
    if (kind === "ATTRIBUTE") return [`${name}: attributes have no history; its present value was taken throughout`];
    return kind === "ACTIVITY" ? [`${name}: activity has no history; it was unknown throughout`] : [];
  });
