import type { WhyStep } from "@heliograph/contract";
import { expect, test } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { stepText } from "./why-text.ts";

const step: WhyStep = {
  ...{ ts: 0, occasion: "RAISED", outcome: "TOLD", policyId: null, policyName: "Nights", notificationId: null },
  ...{ channel: "MAIL", state: "DELIVERED", reason: null, until: null, detail: "250 OK" },
};

test("[NTF1] each step of why somebody was told says by what, why not and until when", () => {
  const until = Date.UTC(2026, 10, 17, 6, 0);

  expect(stepText(step, en, "en-GB")).toBe("A message arrived (e-mail)");
  expect(stepText({ ...step, outcome: "HELD", reason: "QUIET_HOURS", until, detail: null }, en, "en-GB")).toMatch(
    /^A message is held back \(e-mail\): quiet hours, until 17 Nov 2026/,
  );
  expect(stepText({ ...step, outcome: "SHELVED", channel: null, detail: "overhaul" }, en, "en-GB")).toBe(
    "Nobody is told while the alarm is shelved: overhaul",
  );
});
