import { expect, test } from "vitest";
import { summaries } from "../i18n/de/summaries.ts";
import { summaryText } from "./summary-text.ts";

test("what the server says of a contact is told in German, with its names as they are", () => {
  const told = (summary: string) => summaryText(summary, summaries);

  expect(told("Ping with 3 attributes")).toBe("Ping mit 3 Attributen");
  expect(told("Connected from ::1 over TCP, MQTT 3.1.1, client id $1 & co")).toBe(
    "Verbunden von ::1 über TCP, MQTT 3.1.1, Client-ID $1 & co",
  );
  expect(told("Connected from ::1 over TLS, MQTT 5, client id x, session taken up")).toContain("Sitzung fortgesetzt");
  expect(told("Disconnected: something new")).toBe("Getrennt: something new");
  expect(told("Message on telemetry rejected")).toBe("Nachricht auf telemetry abgelehnt");
  expect(told("POST telemetry rejected")).toBe("POST telemetry abgelehnt");
  expect(told("File a.osf, tag preview, 12 bytes")).toBe("Datei a.osf, Tag preview, 12 Bytes");
  expect(told("nobody serves this topic")).toBe("Dieses Topic bedient niemand");
  expect(told("What a device wrote itself")).toBe("What a device wrote itself");
});

test("whoever reads English reads what the server says", () => {
  expect(summaryText("Ping with 3 attributes", [])).toBe("Ping with 3 attributes");
});

test("[17/19] an IPv4 address in the clothes of IPv6 is told plainly", () => {
  expect(summaryText("from ::ffff:127.0.0.1", [])).toBe("from 127.0.0.1");
  expect(summaryText("from 2001:db8::ffff:1", [])).toBe("from 2001:db8::ffff:1");
});

test("[#17.19] a reason is a sentence of its own, and what a device wrote stays as it is", () => {
  expect(summaryText("nobody serves this topic", [])).toBe("Nobody serves this topic");
  expect(summaryText("the server failed; it has a log", [])).toBe("The server failed; it has a log");
  expect(summaryText("sensor 4 fell off", [])).toBe("sensor 4 fell off");
});
