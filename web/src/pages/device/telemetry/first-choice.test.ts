import { expect, test } from "vitest";
import { firstChoice, firstStates } from "./first-choice.ts";

const at = (value: unknown) => [{ ts: 1, value }];

test("[TYP3, #17.8] the first channels of the type that are numbers are drawn before anybody chose some", () => {
  const latest = { state: at("run"), b: at("2"), a: at("1"), torque: at("3"), secret: at("4") };
  const placing = (key: string) => ({ order: key === "torque" ? 0 : 9, hidden: key === "secret" });

  expect(firstChoice(latest, placing)).toEqual(["torque", "a"]);
  expect(firstChoice({ state: at("run") }, placing)).toEqual([]);
});

test("[TYP2, #17.22] states are no lines, whatever they are told by: what is pinned of them is drawn beneath", () => {
  const latest = { mode: at("2"), a: at("1"), b: at("3") };
  const placing = (key: string) => ({ order: 0, pinned: key !== "b", kind: key === "mode" ? "state" : "number" });

  expect([firstChoice(latest, placing), firstStates(latest, placing)]).toEqual([["a", "b"], ["mode"]]);
  expect(firstStates(latest, placing, ["a"])).toEqual([]);
});
