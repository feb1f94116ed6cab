import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JwtSigner } from "../../server/src/adapters/secrets/jwt-signer.ts";
import type { TestApp } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let key: Buffer;
let username: string;
beforeAll(async () => {
  app = await sharedApp();
  ({ username } = await app.tenant());
  const text = await readFile(join(app.config.dataDir, "keys", "signing.key"), "utf8");
  key = Buffer.from(text.trim(), "base64url");
});
afterAll(() => app[Symbol.asyncDispose]());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

function forge(header: object, payload: object, secret: Buffer | string, hash = "sha256"): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest("base64url")}`;
}

/** The answer to a request with this header, as status and error code. */
async function answerTo(authorization: string): Promise<[number, unknown]> {
  const response = await app.rest.get("/api/auth/user", { headers: { "x-authorization": authorization } });
  return [response.status, response.json<{ errorCode?: number }>().errorCode];
}

test("the access token carries what scripts of this API family read out of it", async () => {
  const { token } = await app.tokens(username);

  const payload = payloadOf(token);

  expect(payload).toMatchObject({ sub: username, scopes: ["TENANT_ADMIN"], iss: "heliograph" });
  expect(payload["tenantId"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(Number(payload["exp"]) - Number(payload["iat"])).toBe(2.5 * 3600);
});

test("an unsigned, foreign, damaged or misused token is 401/10", async () => {
  const { token, refreshToken } = await app.tokens(username);
  const payload = payloadOf(token);
  const [header, body, signature = ""] = token.split(".");
  const hs256 = { alg: "HS256", typ: "JWT" };
  const flipped = `${signature.slice(0, -2)}${signature.endsWith("AA") ? "BB" : "AA"}`;

  const bad = [
    `${encode({ alg: "none", typ: "JWT" })}.${encode(payload)}.`,
    `${encode({ alg: "none" })}.${encode(payload)}.${signature}`,
    forge(hs256, payload, "another key"),
    forge({ alg: "HS512", typ: "JWT" }, payload, key, "sha512"),
    forge(hs256, { ...payload, sid: 42 }, key),
    forge(hs256, { ...payload, sid: "00000000-0000-4000-8000-000000000000" }, key),
    forge(hs256, { ...payload, aud: "else" }, key),
    forge(hs256, { ...payload, iss: "else" }, key),
    `${header}.${body}`,
    `${header}.${body?.slice(0, -4)}.${signature}`,
    `${header}.${body}.${flipped}`,
    `${header}.${body}.`,
    refreshToken,
    "x",
    "...",
  ];

  for (const candidate of bad) expect(await answerTo(`Bearer ${candidate}`), candidate).toEqual([401, 10]);
  expect(await answerTo(`Bearer ${token}`)).toEqual([200, undefined]);
});

test.each(["", "Bearer", "Bearer ", "Basic YTpi", "Bearer a b"])("an Authorization of %j is 401/10", async (header) => {
  expect(await answerTo(header)).toEqual([401, 10]);
});

test("an expired token is 401/11", async () => {
  const { token } = await app.tokens(username);
  const signer = new JwtSigner(key, { accessMs: 1, refreshMs: 1, stepMs: 1 });
  const sessionId = payloadOf(token)["sid"] as never;
  const display = { username, userId: "", role: "", tenantId: undefined };

  const expired = signer.signAccess({ kind: "access", sessionId }, display);
  const refresh = signer.signRefresh({ kind: "refresh", sessionId, generation: 0 });

  expect(await answerTo(`Bearer ${expired}`)).toEqual([401, 11]);
  const response = await app.rest.post("/api/auth/token", { refreshToken: refresh });
  expect(response.json()).toMatchObject({ status: 401, errorCode: 11 });
});

test("an access token is no refresh token", async () => {
  const { token } = await app.tokens(username);

  expect((await app.rest.post("/api/auth/token", { refreshToken: token })).status).toBe(401);
});
