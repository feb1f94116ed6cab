import { Readable } from "node:stream";
import type { Permission } from "@heliograph/contract";
import fastify from "fastify";
import { expect, test } from "vitest";
import { LocalBus } from "../../adapters/bus-local/local-bus.ts";
import type { Callers } from "../../core/access/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { type DashboardId, type DeviceId, newId, type TenantId } from "../../kernel/ids.ts";
import { OpenAnswers } from "./open-answers.ts";

test("[DSH6] an answer to whoever has a link is cut off in the moment in which the link does not work any more", async () => {
  const events = new LocalBus((error) => {
    throw error;
  });
  let works = true;
  const body = Readable.from(endless());
  const app = fastify();
  new OpenAnswers({} as Callers, events).watch(app); // nobody with an account calls
  app.get("/shared", (request) => {
    request.beginAnswer({ principal: undefined, standing: nobody, again: async () => (works ? nobody : gone()) });
    return body;
  });
  await using _app = { [Symbol.asyncDispose]: () => app.close() };
  const answer = app.inject("/shared").catch(() => "cut off");

  events.publish("shares-changed", { dashboardId: "any" as DashboardId });
  await new Promise((resolve) => setImmediate(resolve));
  expect(body.destroyed).toBe(false);
  works = false;
  await expect
    .poll(() => {
      events.publish("shares-changed", { dashboardId: "any" as DashboardId });
      return body.destroyed;
    })
    .toBe(true);
  await answer;
});

test("[PRJ1] a device that goes out of reach before anything of it is sent cuts the answer off, too", async () => {
  const events = new LocalBus((error) => {
    throw error;
  });
  const [device, tenantId] = [newId<DeviceId>(), newId<TenantId>()];
  const body = Readable.from(endless());
  const app = fastify();
  new OpenAnswers({} as Callers, events).watch(app);
  app.get("/shared", (request) => {
    const standing = { ...nobody, tenantId };
    const answer = request.beginAnswer({ principal: undefined, standing, again: async () => standing });
    answer.needs(["VIEW_TELEMETRY"]);
    answer.tellsOf([device]);
    events.publish("devices-moved", { tenantId, deviceIds: [device], projectId: null });
    return body;
  });
  await using _app = { [Symbol.asyncDispose]: () => app.close() };

  await app.inject("/shared").catch(() => "cut off");

  expect(body.destroyed).toBe(true);
});

const nobody = { tenantId: undefined, permissions: new Set<Permission>(), grants: [] };
const gone = () => {
  throw new AppError("SHARE_GONE", "not-found", "gone");
};

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield "more";
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
