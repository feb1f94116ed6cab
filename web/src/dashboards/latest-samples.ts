import type { ShownDevice } from "@heliograph/contract";
import { drawable } from "../format/number.ts";
import type { QuestionAnswer } from "./page-answer.ts";
import { deviceOf } from "./widgets/widget-view.ts";

interface LatestSample {
  readonly id: string;
  readonly key: string;
  readonly ts: number;
  readonly value: unknown;
}

/** Of all devices that have one: others of the same selection may have no such channel at all. */
export const latestSamples = (latest: QuestionAnswer["latest"]): LatestSample[] =>
  [...latest].flatMap(([id, values]) => Object.entries(values).map(([key, one]) => ({ id, key, ...one })));

/** What can be shown on a scale. */
export const numbersOf = (samples: readonly LatestSample[]): LatestSample[] =>
  samples.filter(({ value }) => drawable(value) !== undefined);

/** Whose value the first is, where it could be another's: nobody takes it for that of all [DSH3]. */
export function whoseText(
  devices: readonly ShownDevice[],
  samples: readonly LatestSample[],
  oneOf: (count: number) => string,
): string {
  const [first] = samples;
  if (!first || devices.length < 2) return "";
  const name = deviceOf(devices, first.id)?.name ?? "";
  const count = new Set(samples.map(({ id }) => id)).size;
  return count > 1 ? `${name}, ${oneOf(count)}` : name;
}
