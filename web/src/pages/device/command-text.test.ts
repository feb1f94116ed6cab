import { expect, test } from "vitest";
import { commandText } from "./command-text.ts";

test("each kind of command says in one line what it asks for", () => {
  const texts = [
    commandText({ type: "RPC", parameters: { method: "setRelay", params: { on: true }, oneway: false } }),
    commandText({ type: "SCPI", parameters: { target: "dev", text: "*IDN?" } }),
    commandText({ type: "SCRIPT", parameters: { text: "uptime" } }),
    commandText({ type: "REQUEST_FILE", parameters: { name: "/sde/a.osfz", tag: "preview" } }),
  ];

  expect(texts).toEqual(['setRelay({"on":true})', "*IDN?", "uptime", "/sde/a.osfz · preview"]);
});
