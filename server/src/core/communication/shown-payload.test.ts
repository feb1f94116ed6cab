import { expect, test } from "vitest";
import { shownPayload } from "./shown-payload.ts";

const shown = (text: string, atMost = 1_000) => shownPayload(Buffer.from(text), atMost);

test("[COM2] a message that was refused is shown as it came", () => {
  expect(shown('{"temp": 21,}\n')).toBe('{"temp": 21,}\n');
  expect(shown("")).toBeNull();
});

test("[COM2] of a long one the beginning is kept, and none where none is to be", () => {
  expect(shown("0123456789", 4)).toBe("0123…");
  expect(shown("0123456789", 10)).toBe("0123456789");
  expect(shown("aä", 2)).toBe("a…");
  expect(shown("a", 0)).toBeNull();
});

test("[COM2] what is no text is shown by its bytes", () => {
  expect(shownPayload(Uint8Array.of(0x0a, 0xff, 0x00), 10)).toBe("0aff00");
  expect(shownPayload(Uint8Array.of(0x41, 0x00), 10)).toBe("4100");
});

test.each([
  ['{"password":"p,}\\" w","a":1}', '{"password":"…","a":1}'],
  ['{"apiKey" : 12345, "wifi_secret":"s"}', '{"apiKey" : "…", "wifi_secret":"…"}'],
  ['{"accessToken":"cut off in the midd', '{"accessToken":"…"'],
  ['{"values":{"Private-Key":"x"}}', '{"values":{"Private-Key":"…"}}'],
  ['{"passage":1,"key":"t"}', '{"passage":1,"key":"t"}'],
])("[COM2] what its name calls a secret is not kept: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("text made to take long is done at once", () => {
  const text = `{${'"'.repeat(50_000)}${"\\".repeat(50_000)}`;

  expect(shown(text, 200_000)).toHaveLength(text.length);
});
