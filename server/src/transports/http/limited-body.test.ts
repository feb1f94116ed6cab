import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitedBody } from "./limited-body.ts";

const aborted = new Error("aborted");

test("[DEV3] a body whose sender goes away before anybody reads it takes nothing with it, and tells who reads it later", async () => {
  const body = new PassThrough();
  const limited = limitedBody(body, {}, 10);

  body.destroy(aborted);
  await setImmediate();

  await expect(text(limited)).rejects.toBe(aborted);
});

test.for([aborted, undefined])("[DEV3] a body that is gone already fails, and is not waited for: %s", async (error) => {
  const body = new PassThrough().on("error", () => undefined);
  body.destroy(error);
  await setImmediate();

  await expect(text(limitedBody(body, {}, 10))).rejects.toThrow(error?.message ?? "Premature close");
});

test("[DEV3] a body is read up to its limit and refused beyond", async () => {
  const sent = (words: string) => new PassThrough().end(words);

  expect(await text(limitedBody(sent("0123456789"), {}, 10))).toBe("0123456789");
  await expect(text(limitedBody(sent("0123456789a"), {}, 10))).rejects.toThrow("larger than 10 bytes");
  expect(() => limitedBody(sent(""), { "content-length": "11" }, 10)).toThrow("larger than 10 bytes");
});
