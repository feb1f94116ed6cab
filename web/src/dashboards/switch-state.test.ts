import { expect, test } from "vitest";
import { isOn } from "./switch-state.ts";

test("[DSH3] a switch of several devices is on if it is on everywhere, and unknown if one does not say", () => {
  expect([isOn([true, 1, "on"]), isOn([true, false]), isOn([true, undefined]), isOn([])]).toEqual([
    ...[true, false, undefined, undefined],
  ]);
});
