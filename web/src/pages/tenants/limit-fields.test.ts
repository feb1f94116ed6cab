import { expect, test } from "vitest";
import { limitsIn, limitTexts } from "./limit-fields.ts";

function form(values: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

const none = {
  ...{ deviceMessages: null, devicePoints: null, tenantMessages: null, tenantPoints: null, series: null },
  ...{ fileQuota: null, devices: null, users: null, attributeQuota: null, indexingTime: null },
};

test("limits come back as they were written; space is counted in GiB", () => {
  const { limits } = limitsIn(form({ deviceMessages: "50", fileQuota: "1.5" }));

  expect(limits).toEqual({ ...none, deviceMessages: 50, fileQuota: 1_610_612_736 });
  expect(limitTexts(limits ?? {})).toMatchObject({ deviceMessages: "50", fileQuota: "1.5", devicePoints: "" });
});

test.for(["0", "-3", "many", "0.2", "1.5", "1e16", "1e999"])("%s is no limit", (deviceMessages) => {
  expect(limitsIn(form({ devices: "3", deviceMessages }))).toEqual({ wrong: "deviceMessages" });
});

test("[QTA1] an hour has no more seconds than it has, and a space no more bytes than are counted", () => {
  expect(limitsIn(form({ indexingTime: "3601" }))).toEqual({ wrong: "indexingTime" });
  expect(limitsIn(form({ fileQuota: "931323" }))).toEqual({ wrong: "fileQuota" });
});
