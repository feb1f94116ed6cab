import { expect, test } from "vitest";
import { channelText, cutText } from "./channel-text.ts";

test("[TYP2] values have the decimals of their channel, and states their names", () => {
  const states = [{ value: 9, name: "Fault", names: { de: "Störung" } }, { value: 1 }];

  expect(channelText({ kind: "number", decimals: 2 }, "21.5", "en")).toBe("21.50");
  expect(channelText({ kind: "number", decimals: 0 }, 1234.6, "de")).toBe("1.235");
  expect(channelText({ kind: "number", decimals: 2 }, "open", "en")).toBe("open");
  expect(channelText({ kind: "number" }, "21.5", "en")).toBe("21.5");
  expect(channelText({ kind: "number", decimals: 1 }, -0.04, "en")).toBe("0.0");
  expect(channelText({ kind: "number", decimals: 1 }, -5, "en")).toBe("−5.0");
  expect(channelText({ kind: "state", states }, "9", "de-DE")).toBe("Störung");
  expect(channelText({ kind: "state", states }, 1, "en")).toBe("1");
});

test("[17/19] a huge text is cut, never within a character", () => {
  expect(cutText("x".repeat(120))).toBe("x".repeat(120));
  expect(cutText("x".repeat(3_000))).toBe(`${"x".repeat(120)}…`);
  expect(cutText(`${"x".repeat(119)}😀😀`)).toBe(`${"x".repeat(119)}…`);
});
