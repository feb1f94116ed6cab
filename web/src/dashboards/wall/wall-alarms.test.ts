import type { AlarmSeverity, ShownAlarm } from "@heliograph/contract";
import { expect, test } from "vitest";
import { noAnswer } from "../page-answer.ts";
import { wallAlarms } from "./wall-alarms.ts";

const alarm = (id: string, severity: AlarmSeverity, startTs: number, cleared = false) =>
  ({ id: { entityType: "ALARM", id }, severity, startTs, cleared }) as ShownAlarm;

test("[DSH6] a wall display names the worst active alarm of its page and counts the others, each once", () => {
  const chart = [alarm("a", "MINOR", 1), alarm("b", "CRITICAL", 2), alarm("gone", "CRITICAL", 9, true)];
  const list = [alarm("b", "CRITICAL", 2), alarm("c", "CRITICAL", 5)];
  const answer = new Map([
    ["chart.alarms", { ...noAnswer, alarms: chart }],
    ["list.alarms", { ...noAnswer, alarms: list }],
  ]);

  expect(wallAlarms(answer)).toMatchObject({
    worst: { id: { id: "c" } },
    counts: [
      ["CRITICAL", 2],
      ["MINOR", 1],
    ],
  });
  expect(wallAlarms(new Map())).toBeUndefined();
});
