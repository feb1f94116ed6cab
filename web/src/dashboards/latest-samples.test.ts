import type { ShownDevice } from "@heliograph/contract";
import { expect, test } from "vitest";
import { latestSamples, numbersOf, whoseText } from "./latest-samples.ts";

const device = (name: string) => ({ id: { entityType: "DEVICE", id: name }, name }) as unknown as ShownDevice;
type Values = Readonly<Record<string, { readonly ts: number; readonly value: unknown }>>;
const at = (value: unknown): Values => ({ k: { ts: 1, value } });
const oneOf = (count: number) => `1 of ${count}`;

test("[DSH3] one value of many devices is that of the first that has one, not of the first of all", () => {
  const samples = latestSamples(
    new Map<string, Values>([
      ["logger", {}],
      ["off", at("off")],
      ["pump", at(51.8)],
    ]),
  );

  expect(samples.map(({ id }) => id)).toEqual(["off", "pump"]);
  expect(numbersOf(samples)).toEqual([{ id: "pump", key: "k", ts: 1, value: 51.8 }]);
});

test("[DSH3] whose value it is stands there wherever it could be another's", () => {
  const [one, two] = [device("P-01"), device("P-02")];
  const samples = latestSamples(
    new Map<string, Values>([
      ["P-01", at(1)],
      ["P-02", at(2)],
    ]),
  );

  expect(whoseText([one, two], samples, oneOf)).toBe("P-01, 1 of 2");
  expect(whoseText([one, two], samples.slice(1), oneOf)).toBe("P-02");
  expect(whoseText([one], samples.slice(0, 1), oneOf)).toBe("");
});
