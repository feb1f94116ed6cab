import { expect, test } from "vitest";
import type { NotificationPolicyId, RuleId, ScheduleId, TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { NoticeItem } from "./notice.ts";
import { letterOf } from "./notification-letter.ts";
import { textOf } from "./notification-text.ts";
import { scheduledKeyOf, tellerOf } from "./teller.ts";

const due = epochMs(Date.UTC(2026, 10, 17, 6));
const schedule = "784f394c-42b6-435a-983c-b7beff2784f9" as ScheduleId;

const said = (fields: Partial<NoticeItem> = {}): NoticeItem => ({
  ...{ id: "1", tenantId: "t" as TenantId, noticeId: null, policyId: null, alarmId: null, deviceId: null },
  ...{ deviceName: null, title: "Bottles", text: "Empty the bottles", severity: "INDETERMINATE", ts: due },
  ...{ occasion: "SCHEDULED", decidedTime: due, silence: null, until: null, detail: null, readings: [] },
  origin: scheduledKeyOf(schedule, due),
  ...fields,
});
const contentOf = (...items: NoticeItem[]) => ({
  ...{ count: items.length, severity: "INDETERMINATE" as const, items, titles: ["Bottles"] },
});
const message = { ruleId: null, policyName: "Bottles", step: 0 };

test("[SCH1, NTF1] what a schedule tells names the schedule and what it says, in both languages", () => {
  const content = contentOf(said());
  const [english, german] = [textOf(content, "en", "UTC"), textOf(content, "de", "Europe/Berlin")];

  expect(english).toEqual({
    subject: "Schedule “Bottles”: Empty the bottles",
    lines: ["Empty the bottles (due 17 Nov 2026, 06:00:00 (UTC))"],
  });
  expect(german).toEqual({
    subject: "Zeitplan „Bottles“: Empty the bottles",
    lines: ["Empty the bottles (fällig 17.11.2026, 07:00:00 (Europe/Berlin))"],
  });
});

test("[SCH1] the subject has the first line of a long message, and of several their number", () => {
  const long = contentOf(said({ text: `${"bottle ".repeat(30)}\nand more` }));
  const twice = contentOf(said(), said({ id: "2" }));

  expect(textOf(long, "en", "UTC").subject).toMatch(/^Schedule “Bottles”: (bottle ){13}bottle…$/);
  expect(textOf(long, "en", "UTC").lines.join()).toContain("and more");
  expect(textOf(twice, "en", "UTC").subject).toBe("Schedule “Bottles”: 2 messages");
  expect(textOf(twice, "de", "UTC").subject).toBe("Zeitplan „Bottles“: 2 Nachrichten");
});

test("[NTF1] a line says what was measured, the limit and the unit, in both languages", () => {
  const reading = { key: "temperature", title: "Temperature", value: 1099.5, limit: 95, unit: "°C" };
  const hot = said({
    ...{ occasion: "RAISED", title: "Too hot", deviceName: "P-02", severity: "CRITICAL", text: null, origin: null },
    readings: [reading, { key: "running", value: true }],
  });
  const lineIn = (language: "en" | "de") => textOf(contentOf(hot), language, "UTC").lines.join();

  expect(lineIn("en")).toBe(
    "Too hot, P-02: Critical, Temperature 1,099.5 °C, limit 95 °C, running yes, raised 17 Nov 2026, 06:00:00 (UTC)",
  );
  expect(lineIn("de")).toBe(
    "Too hot, P-02: Kritisch, Temperature 1.099,5 °C, Grenzwert 95 °C, running ja, ausgelöst 17.11.2026, 06:00:00 (UTC)",
  );
});

test("[NTF1] a mail ends with what told it: a schedule, a rule or a policy", () => {
  const closing = (language: "en" | "de", by: Parameters<typeof tellerOf>[0], items: readonly NoticeItem[]) => {
    const composed = { text: { subject: "", lines: [] }, language, link: undefined };
    return letterOf(composed, tellerOf(by, items)).closing;
  };
  const raised = [said({ occasion: "RAISED", origin: null, policyId: "p" as NotificationPolicyId })];

  expect(closing("en", message, [said()])).toEqual(["You get this because of the schedule “Bottles”."]);
  expect(closing("de", message, [said()])).toEqual(["Sie erhalten dies wegen des Zeitplans „Bottles“."]);
  expect(closing("en", { ...message, ruleId: "r" as RuleId }, raised)).toEqual([
    "You get this because of the rule “Bottles”.",
  ]);
  expect(closing("en", message, raised)).toEqual(["You get this because of the notification policy “Bottles”."]);
});
