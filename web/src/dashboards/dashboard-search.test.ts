import { expect, test } from "vitest";
import { dashboardSearchOf } from "./dashboard-search.ts";

test("[DSH1] an address says page, time and choices; what makes no sense is passed over", () => {
  expect(dashboardSearchOf({ page: "one", from: "now-3h/h", to: "now", choice: { pump: "a", n: 5, odd: {} } })).toEqual(
    {
      ...{ page: "one", from: "now-3h/h", to: "now", choice: { pump: "a", n: "5" } },
    },
  );
  expect(dashboardSearchOf({ from: 1_794_700_800_000, to: 1_794_787_200_000 })).toEqual({
    ...{ from: "1794700800000", to: "1794787200000" },
  });
  expect(dashboardSearchOf({ wall: 20.5, tour: "a,b" })).toEqual({ wall: 20, tour: "a,b" });
  expect(dashboardSearchOf({ wall: -1, tour: 5 })).toEqual({});
  expect(dashboardSearchOf({ page: 5, from: "then", to: "now", choice: "x" })).toEqual({});
});
