import { expect, test } from "vitest";
import { limitsIn, limitTexts } from "./limit-fields.ts";

function form(values: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

test("limits come back as they were written; space is counted in GiB", () => {
  const none = {
    ...{ devicePoints: null, tenantMessages: null, tenantPoints: null, series: null },
    ...{ devices: null, users: null, attributeQuota: null, indexingTime: null },
  };
  const limits = limitsIn(form({ deviceMessages: "50", fileQuota: "1.5" }));

  expect(limits).toEqual({ ...none, deviceMessages: 50, fileQuota: 1_610_612_736 });
  expect(limitTexts(limits ?? {})).toMatchObject({ deviceMessages: "50", fileQuota: "1.5", devicePoints: "" });
});

test.for(["0", "-3", "many", "0.2"])("%s is no limit", (deviceMessages) => {
  expect(limitsIn(form({ deviceMessages }))).toBeUndefined();
});
