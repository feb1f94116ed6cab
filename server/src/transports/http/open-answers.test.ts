import { Readable } from "node:stream";
import fastify from "fastify";
import { expect, test } from "vitest";
import { LocalBus } from "../../adapters/bus-local/local-bus.ts";
import type { Callers } from "../../core/access/index.ts";
import type { DashboardId } from "../../kernel/ids.ts";
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
    request.mayGoOn = async () => works;
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

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield "more";
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
