import { expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { freePort } from "../support/free-port.ts";
import { RestClient } from "../support/rest-client.ts";

test("[API10] metrics are for this machine, or for the token; not for whoever a proxy brings", async () => {
  await using app = await startApp({ HELIO_METRICS_TOKEN: "let-prometheus-in" });
  const forwarded = { "x-forwarded-for": "192.0.2.7" };

  const here = await app.rest.get("/metrics");
  const brought = await app.rest.get("/metrics", { headers: forwarded });
  const known = await app.rest.get("/metrics", {
    headers: { ...forwarded, authorization: "Bearer let-prometheus-in" },
  });

  expect([here.status, brought.status, known.status]).toEqual([200, 403, 200]);
  expect(brought.json()).toMatchObject({ errorCode: 20, message: expect.stringContaining("HELIO_METRICS_TOKEN") });
});

test("[RUN5] metrics can have a port of their own, and the API's description readers who logged in", async () => {
  const port = await freePort();
  await using app = await startApp({ HELIO_METRICS_PORT: String(port), HELIO_API_DESCRIPTION: "users" });
  const alone = new RestClient(port);
  const { admin } = await app.firstTenant();

  expect((await alone.get("/metrics")).text).toContain("heliograph_http_request_duration_seconds");
  expect((await alone.get("/api/openapi.json")).status).toBe(404);
  expect((await app.rest.get("/metrics")).status).toBe(404);
  expect((await app.rest.get("/health/ready")).status).toBe(200);
  expect((await app.rest.get("/api/openapi.json")).status).toBe(401);
  expect((await admin.get("/api/openapi.json")).status).toBe(200);
});
