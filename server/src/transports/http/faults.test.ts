import { expect, test } from "vitest";
import { AppError } from "../../kernel/errors.ts";
import { HttpError, wireErrorOf } from "./faults.ts";

const refusalOf = (error: unknown) => wireErrorOf(error, 0).headers["x-refusal"];

test("[API2] a refusal is named in a header, with what its message names; the body stays as it is", () => {
  const params = { name: "Kessel ü & 1", devices: 3 };
  const { body, headers } = wireErrorOf(new AppError("NAME_TAKEN", "conflict", "There is one", { params }), 7);

  expect(body).toEqual({ status: 409, message: "There is one", errorCode: 35, timestamp: 7 });
  expect(headers).toEqual({ "x-refusal": "NAME_TAKEN?name=Kessel+%C3%BC+%26+1&devices=3" });
  expect(refusalOf(new HttpError("URL_INVALID", 400, "no"))).toBe("URL_INVALID");
});

test("[API2] a header holds no line break and no more than a name's length of what a caller sent; bugs have none", () => {
  const refusal = refusalOf(
    new AppError("A", "invalid", "no", { params: { name: `\r\nset-cookie: a\ud800${"x".repeat(9_999)}` } }),
  );

  expect(refusal).toMatch(/^A\?name=%0D%0Aset-cookie%3A\+a[\x21-\x7e]+$/);
  expect(refusal?.length).toBeLessThan(400);
  expect(refusalOf(new Error("secret"))).toBeUndefined();
});
