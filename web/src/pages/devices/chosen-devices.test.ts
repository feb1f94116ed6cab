import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { chosenInput } from "./chosen-devices.ts";
import { filterOf } from "./look/list-look.ts";

test("[PRJ2] all that a list shows is its filter, with the group and without the order; a list without one is all", () => {
  const group = "784f394c-42b6-435a-983c-b7beff2784f9";
  const search = { group, project: "none", q: "pump", active: false, sort: "type", desc: true } as const;

  expect(chosenInput({ filter: filterOf(search), total: 7 })).toEqual({
    filter: { group, projectId: "none", textSearch: "pump", active: false },
  });
  expect(chosenInput({ filter: filterOf({}), total: 7 })).toEqual({ all: true });
  expect(chosenInput({ devices: [{ id: { id: group } } as DeviceRecord] })).toEqual({ deviceIds: [group] });
});
