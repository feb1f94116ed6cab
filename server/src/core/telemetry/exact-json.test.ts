import { expect, test } from "vitest";
import { mayBeAltered } from "./exact-json.ts";

test.each(["123456789012345", '{"a":0.5,"b":-1}', "10", "1-1", '{"e":1}', "[-10.25,true]", "12345678.12345678", ""])(
  "[TEL3] in %s plain parsing changes nothing",
  (text) => expect(mayBeAltered(text)).toBe(false),
);

test.each(["1234567890123456", "0.1234567890123456", "1e5", "[2,30E2]", "-0", '{"a":-0.0}', "[1,-0]"])(
  "[TEL3] in %s it may change something",
  (text) => expect(mayBeAltered(text)).toBe(true),
);
