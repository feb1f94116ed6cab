import { expect, test } from "vitest";
import { commandText } from "./command-text.ts";

test("each kind of command says in one line what it asks for", () => {
  const texts = [
    commandText({ type: "RPC", parameters: { method: "setRelay", params: { on: true }, oneway: false } }, "en"),
    commandText({ type: "SCPI", parameters: { target: "dev", text: "*IDN?" } }, "en"),
    commandText({ type: "SCRIPT", parameters: { text: "uptime" } }, "en"),
    commandText({ type: "REQUEST_FILE", parameters: { name: "/sde/a.osfz", tag: "preview" } }, "en"),
  ];

  expect(texts).toEqual(['setRelay({"on":true})', "*IDN?", "uptime", "/sde/a.osfz · preview"]);
});

test("[TEL3] parameters are shown with all their digits", () => {
  const parameters = { method: "setSerial", params: { number: 9007199254740993n } };

  expect(commandText({ type: "RPC", parameters }, "en")).toBe('setSerial({"number":9007199254740993})');
});

test("a request for a list names its range in the user's words, not in milliseconds", () => {
  const parameters = { startTime: 1_794_700_800_000, endTime: 1_794_787_200_000, tag: "preview" };

  expect(commandText({ type: "LIST_FILES", parameters }, "en")).toMatch(/^preview · .*2026.* – .*2026/);
});
