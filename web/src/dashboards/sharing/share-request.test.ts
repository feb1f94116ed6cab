import type { DashboardVariable } from "@heliograph/contract";
import { expect, test } from "vitest";
import { canBeFree, originsIn, shareRequestOf } from "./share-request.ts";

const variables: readonly DashboardVariable[] = [
  { kind: "DEVICE", name: "pump" },
  { kind: "CHANNEL", name: "any", default: "t" },
  { kind: "CHOICE", name: "span", choices: ["day", "week"], default: "day" },
];
const looked = { version: 3, variables, choice: { pump: "id-1", any: "v" }, from: "now-6h", to: "now" };

function filled(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("[DSH6] what is not left open is fixed to what is looked at; empty fields are none", () => {
  const request = shareRequestOf(filled({ name: " Customer ", time: "FIXED", "variable span": "FREE" }), looked);

  expect(request).toEqual({
    ...{ name: "Customer", version: 3, expiresTime: null, password: null, embedOrigins: [] },
    time: { kind: "FIXED", from: "now-6h", to: "now" },
    variables: {
      pump: { kind: "DEVICES", devices: { kind: "DEVICES", deviceIds: ["id-1"] } },
      any: { kind: "TEXT", text: "v" },
      span: { kind: "FREE" },
    },
  });
  expect(shareRequestOf(filled({ time: "LIMITED", longest: "86400000" }), looked).time).toEqual({
    ...{ kind: "LIMITED", longestMs: 86_400_000, notBefore: null },
  });
});

test("[DSH6] a variable that can be anything cannot be left open", () => {
  expect(variables.map(canBeFree)).toEqual([true, false, true]);
});

test("[DSH6] addresses become origins", () => {
  expect(originsIn("https://a.example/page?x\n\nhttps://a.example  http://b:81")).toEqual([
    "https://a.example",
    "http://b:81",
  ]);
});
