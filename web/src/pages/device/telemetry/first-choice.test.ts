import { expect, test } from "vitest";
import { firstChoice } from "./first-choice.ts";

const at = (value: unknown) => [{ ts: 1, value }];

test("[TYP3, #17.8] the first channels of the type that are numbers are drawn before anybody chose some", () => {
  const latest = { state: at("run"), b: at("2"), a: at("1"), torque: at("3"), secret: at("4") };
  const placing = (key: string) => ({ order: key === "torque" ? 0 : 9, hidden: key === "secret" });

  expect(firstChoice(latest, placing)).toEqual(["torque", "a"]);
  expect(firstChoice({ state: at("run") }, placing)).toEqual([]);
});
