import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { AlarmId, DeviceId, TenantId } from "../../kernel/ids.ts";
import { epochMs } from "../../kernel/time.ts";
import type { NoticeItem } from "./notice.ts";
import { requestOf, type WebhookMessage } from "./webhook-message.ts";

const item: NoticeItem = {
  ...{ id: "item", tenantId: "tenant" as TenantId, noticeId: null, policyId: null, alarmId: "alarm" as AlarmId },
  ...{ deviceId: "device" as DeviceId, deviceName: "pump", title: "Too hot", text: null, severity: "MAJOR" },
  ...{ occasion: "RAISED", ts: epochMs(5), decidedTime: epochMs(6), silence: null, until: null, detail: null },
  origin: null,
  readings: [
    { key: "temperature", title: "Temperature", value: 99, limit: 95, comparison: "GREATER", unit: "°C" },
    { key: "running", value: true },
  ],
};
const message: WebhookMessage = {
  key: "notification/1",
  by: { policy: "Pumps", step: 0 },
  content: { count: 1, severity: "MAJOR", items: [item], titles: ["Too hot"] },
  text: { subject: "Major: Too hot, <!channel> & [pump](http://evil)", lines: ["one", "two"] },
  link: "https://helio.example.org/alarms/alarm",
};
const secret = `whsec_${Buffer.from("a secret").toString("base64")}`;
const bodyAs = (template: "JSON" | "SLACK" | "TEAMS" | "TELEGRAM", changes: Partial<WebhookMessage> = {}) =>
  JSON.parse(
    requestOf(
      { ...message, ...changes },
      { url: "https://example.org", secret, template, chatId: "-100" },
      epochMs(1_700_000_000_999),
    ).body,
  );

test("[NTF1] a request is signed over its id, its time and its body, as Standard Webhooks says", () => {
  const target = { url: "https://example.org", secret, template: "JSON", chatId: null } as const;

  const { headers, body } = requestOf(message, target, epochMs(1_700_000_000_999));

  const signed = `notification/1.1700000000.${body}`;
  const signature = createHmac("sha256", "a secret").update(signed).digest("base64");
  expect(headers).toMatchObject({
    ...{ "webhook-id": "notification/1", "webhook-timestamp": "1700000000" },
    ...{ "webhook-signature": `v1,${signature}`, "content-type": "application/json; charset=utf-8" },
  });
});

test("[NTF1] as JSON it has everything that is told", () => {
  expect(bodyAs("JSON")).toEqual({
    ...{ id: "notification/1", policy: "Pumps", step: 0, subject: message.text.subject, severity: "MAJOR", count: 1 },
    link: message.link,
    alarms: [
      {
        ...{ id: "alarm", type: "Too hot", severity: "MAJOR", occasion: "RAISED", ts: 5, text: null },
        device: { id: "device", name: "pump" },
        ...{ values: { temperature: 99, running: true }, limit: 95, unit: "°C", readings: item.readings },
      },
    ],
  });
});

test("[NTF1] Slack gets text in which no name can call a channel", () => {
  expect(bodyAs("SLACK")).toEqual({
    text: "Major: Too hot, &lt;!channel&gt; &amp; [pump](http://evil)\none\ntwo\nhttps://helio.example.org/alarms/alarm",
  });
});

test("[NTF1] Teams gets an adaptive card in which no name is a link", () => {
  const { type, attachments } = bodyAs("TEAMS");

  const [{ contentType, content }] = attachments;
  expect([type, contentType]).toEqual(["message", "application/vnd.microsoft.card.adaptive"]);
  expect(content).toMatchObject({
    ...{ type: "AdaptiveCard", version: "1.4" },
    actions: [{ type: "Action.OpenUrl", url: message.link }],
  });
  const runs = content.body.map(({ inlines: [run] }: { inlines: { text: string }[] }) => run?.text);
  expect(runs).toEqual([message.text.subject, "one", "two"]);
  expect(JSON.stringify(content.body)).not.toContain('"TextBlock"');
});

test("[NTF1] Telegram gets plain text for its chat, which is not too long and not cut within a character", () => {
  const { chat_id, text, parse_mode } = bodyAs("TELEGRAM", {
    text: { subject: "s", lines: [`${"x".repeat(3_497)}😀${"y".repeat(1_000)}`] },
  });

  expect([chat_id, parse_mode]).toEqual(["-100", undefined]);
  expect(text.length).toBeLessThan(4_096);
  expect(text.isWellFormed()).toBe(true);
  expect(text.endsWith("…")).toBe(true);
});
