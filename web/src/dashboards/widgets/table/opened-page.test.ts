import type { DashboardConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { openedPage } from "./opened-page.ts";

const dashboard: Pick<DashboardConfiguration, "pages" | "variables"> = {
  pages: [
    { id: "all", title: "All", layout: [] },
    { id: "one", title: "One", layout: [], parameters: ["pump", "channel"] },
  ],
  variables: [
    { kind: "DEVICE", name: "pump" },
    { kind: "CHANNEL", name: "channel", default: "flow" },
  ],
};

test("[DSH1] a row opens a page with its device, for the parameter that stands for one", () => {
  expect(openedPage(dashboard, "one", "p3")).toEqual({ page: "one", choice: { pump: "p3" } });
  expect(openedPage(dashboard, "all", "p3")).toEqual({ page: "all", choice: {} });
  expect(openedPage(dashboard, "gone", "p3")).toBeUndefined();
});
