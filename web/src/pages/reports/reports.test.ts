import type { ReportRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { completions } from "./channel-completions.ts";
import { contentOfKind, draftOf, inputOf, newDraft, problemOf } from "./report-draft.ts";
import { contentText } from "./report-text.ts";

const saved: ReportRecord = {
  id: { entityType: "REPORT", id: "784f394c-42b6-435a-983c-b7beff2784f9" },
  ...{ createdTime: 1, updatedTime: 1, tenantId: { entityType: "TENANT", id: "784f394c-42b6-435a-983c-b7beff2784f8" } },
  ...{ name: "Daily", description: null, format: "CSV", timeZone: "UTC", version: 3, ownedBy: "ada" },
  content: {
    ...{ kind: "TELEMETRY", all: true, channels: ["temperature", "voltage"] },
    range: { kind: "PREVIOUS", unit: "DAY" },
    aggregation: { functions: ["AVG", "MAX"], interval: "3600000" },
  },
  mail: { addresses: ["ops@example.org"], userIds: ["784f394c-42b6-435a-983c-b7beff2784f7"], attach: false },
};

test("[SCH2] what a report holds is said in words", () => {
  expect(contentText(saved.content, "all devices", en.reports, "en-GB")).toBe(
    "temperature and voltage of all devices, the day before, average and highest per 1 hour",
  );
});

test("[SCH2] a report that is edited is sent whole, with what the page does not show", () => {
  const { id, version, name, description, content, format, timeZone, mail } = saved;

  expect(inputOf(draftOf(saved), saved)).toEqual({ id, version, name, description, content, format, timeZone, mail });
});

test("[SCH2] what is missing is told before it is sent", () => {
  const draft = newDraft("New", "UTC");

  expect(problemOf(draft, en.reports)).toBe("Choose at least one device.");
  const chosen = { ...draft, content: { ...draft.content, deviceIds: ["784f394c-42b6-435a-983c-b7beff2784f9"] } };
  expect(problemOf({ ...chosen, addressText: "a@b, nobody" }, en.reports)).toBe("nobody is no mail address.");
  expect(inputOf(chosen, undefined)).toMatchObject({
    mail: null,
    content: { range: { kind: "PREVIOUS", unit: "DAY" } },
  });
});

test("[SCH2] a dashboard is sent as PDF, with what the page does not show", () => {
  const draft = newDraft("New", "UTC", { dashboardId: "784f394c-42b6-435a-983c-b7beff2784f9" });
  const variables = { pump: { kind: "TEXT" as const, text: "day" } };
  const content = {
    kind: "DASHBOARD" as const,
    dashboardId: "784f394c-42b6-435a-983c-b7beff2784f9",
    range: draft.content.range,
  };

  expect(inputOf(draft, undefined)).toMatchObject({ format: "PDF", content });
  expect(inputOf({ ...draft, content: { ...content, variables } }, undefined).content).toEqual({
    ...content,
    variables,
  });
  expect(problemOf({ ...draft, ...contentOfKind("DASHBOARD", content.range) }, en.reports)).toBe("Choose a dashboard.");
  expect(contentText(content, "", en.reports, "en-GB")).toBe("A dashboard, the day before, A4, landscape");
  expect(contentText({ ...content, variables }, "Pump: day", en.reports, "en-GB")).toBe(
    "A dashboard, the day before, A4, landscape; Pump: day",
  );
});

test("[SCH2] keys that are typed go on with those that are sent, and what nobody sends is known", () => {
  const known = ["speed", "temperature"];

  expect(completions("speed, temp", known)).toEqual({ offered: ["speed, temperature"], unknown: [] });
  expect(completions("", known)).toEqual({ offered: ["speed", "temperature"], unknown: [] });
  expect(completions("speed, nosuchkey", known)).toEqual({ offered: [], unknown: ["nosuchkey"] });
});
