import { channelProblem } from "@heliograph/contract/channel-meaning";
import { expect, test } from "vitest";
import { channelFaults } from "./channel-faults.ts";

test("[TYP2] a fault is told where it is, and there is one wherever the server would see one", () => {
  const cases = [
    { limits: { warnAbove: 100, alarmAbove: 90 } },
    { limits: { alarmBelow: 3, alarmAbove: 2 } },
    { range: { min: 2, max: 1 } },
    { states: [{ value: 1 }, { value: 1 }] },
    { range: { min: 1, max: 2 }, limits: { warnBelow: 1, alarmAbove: 1 }, states: [{ value: 1 }, { value: "1" }] },
  ];

  const found = cases.map((fields) => [...channelFaults({ key: "a", ...fields }, [])]);

  expect(found).toEqual([["limits"], ["limits"], ["range"], ["states"], []]);
  expect(cases.map((fields) => channelProblem({ key: "a", ...fields }) !== undefined)).toEqual(
    found.map((faults) => faults.length > 0),
  );
  expect([...channelFaults({ key: "a" }, [{ key: "a" }]), ...channelFaults({ key: "" }, [])]).toEqual(["key", "noKey"]);
});
