import { expect, test, vi } from "vitest";
import { startApp } from "../support/app.ts";

test("[API11] what cannot be answered in time is 503, and what comes later disturbs nobody", async () => {
  await using app = await startApp({ HELIO_REQUEST_DEADLINE: "3s" });
  const home = await app.firstTenant();
  const device = await app.device(home);
  const late = Promise.withResolvers<[]>();
  vi.spyOn(app.platform.telemetryStore, "keys").mockReturnValueOnce(late.promise);
  const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/keys/timeseries`;

  const refused = await home.admin.get(path);
  late.resolve([]);
  const next = await home.admin.get(path);

  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.json()).toMatchObject({ errorCode: 2, message: expect.stringContaining("within 3 s") });
  expect({ status: next.status, keys: next.json() }).toEqual({ status: 200, keys: [] });
});
