import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { HttpDevice } from "../../support/device-http.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

/** What the makers of browsers call good: share of the page that moved times how far. */
const goodShift = 0.1;

/** Of what a device is at a glance nothing may be seen to move. */
const hardlyAny = 0.02;

const viewports = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];

/** Notes what moves on its own; what moves because somebody just clicked is no surprise. */
const watchShifts = () => {
  const page = window as unknown as { shifts: number };
  page.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) page.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
};

const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

webStories("pages stand still", (stage) => {
  test("[#17.22] nothing jumps while the list and an overview load, whose answers come in reverse", async () => {
    const id = await busyDevice();
    await using visitor = await stage.guest();
    const { page } = visitor;
    await using _ = await page.addInitScript(watchShifts);
    await visitor.arrive("/devices", stage.username);
    await page.getByRole("link", { name: "P-03" }).waitFor();
    await visitor.settled();
    const list = await shiftsOf(page);
    let asked = 0;
    await using __ = await page.route(/\/api\/(?!auth|ws|noauth)/, async (route) => {
      await setTimeout(Math.max(0, 30 - ++asked) * 25);
      await route.continue();
    });

    await page.goto(`${visitor.base}/devices/${id}`);
    await page.getByRole("img", { name: /^Chart: / }).waitFor();
    await visitor.settled();

    expect(list).toBeLessThan(goodShift);
    expect(await shiftsOf(page)).toBeLessThan(hardlyAny);
  });

  atLength("nothing jumps while the pages of a device load", async () => {
    const { tenant } = stage;
    const { id, token } = await mqttDevice(stage.app, tenant);
    const now = Date.now();
    const points = Array.from({ length: 60 }, (_, i) => ({ ts: now - i * 60_000, values: { t: i, p: -i } }));
    expectOk(await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points));
    await new HttpDevice(stage.app.node.httpPort, token).contact("UPLOAD", "content", { fileName: "a.txt" });
    await using visitor = await stage.visitorAt("/");
    const { page } = visitor;
    await using _ = await page.addInitScript(watchShifts);

    const chart = `/telemetry?keys=${encodeURIComponent('["t","p"]')}&range=1h`;
    const tabs = ["", chart, "/attributes", "/files", "/communication", "/commands", "/credentials"];
    const moved: [path: string, shift: number][] = [];
    for (const path of ["/devices", ...tabs.map((tab) => `/devices/${id}${tab}`), "/users", "/settings"]) {
      await page.goto(`${visitor.base}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await visitor.settled();
      moved.push([path, await shiftsOf(page)]);
    }

    expect(moved.filter(([, shift]) => shift >= goodShift)).toEqual([]);
  });

  atLength(
    "[#17.22] an overview stands still in whatever order its answers come, on a desk and on a phone",
    async () => {
      const ids = [await busyDevice(), await deviceOfManyChannels()];
      await using visitor = await stage.visitorAt("/");
      const { page } = visitor;
      await using _ = await page.addInitScript(watchShifts);
      let [asked, isReversed] = [0, true];
      await using __ = await page.route(/\/api\/(?!auth|ws|noauth)/, async (route) => {
        await setTimeout((isReversed ? Math.max(0, 30 - ++asked) : ++asked) * 25);
        await route.continue();
      });

      const moved: [what: string, shift: number][] = [];
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        for (const id of ids) {
          asked = 0;
          isReversed = !isReversed;
          await page.goto(`${visitor.base}/devices/${id}`);
          await page.getByRole("img", { name: /^Chart: / }).waitFor();
          await visitor.settled();
          moved.push([`${viewport.width} ${ids.indexOf(id)}`, await shiftsOf(page)]);
        }
      }

      expect(moved.filter(([, shift]) => shift >= hardlyAny)).toEqual([]);
    },
  );

  const post = async (path: string, body: unknown) => expectOk(await stage.tenant.admin.post(path, body));
  const send = (id: string, points: unknown) => post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, points);
  const lastHour = (valuesAt: (minute: number) => Readonly<Record<string, unknown>>) =>
    Array.from({ length: 60 }, (_, minute) => ({ ts: Date.now() - minute * 60_000, values: valuesAt(minute) }));

  /** In a project, with a type that says what comes first, an alarm, a place and a file. */
  async function busyDevice(): Promise<string> {
    const { calls } = stage.tenant.admin;
    const project = await calls.projects.save({ body: { name: fresh("Pump house") } });
    const type = await calls.deviceTypes.save({
      body: {
        name: fresh("Pump"),
        channels: [
          { key: "t", name: "Bearing temperature", unit: "Cel", decimals: 1, pinned: true },
          { key: "state", name: "State", kind: "state", pinned: true, states: [{ value: "on", name: "On" }] },
        ],
      },
    });
    const { id } = await calls.devices.save({ body: { name: fresh("P-03"), type: type.name, projectId: project.id } });
    await send(
      id.id,
      lastHour((minute) => ({ t: minute, p: -minute, state: "on" })),
    );
    await send(id.id, { position: "48.137, 11.575" });
    const originator = { entityType: "DEVICE", id: id.id };
    for (const kind of [
      "Bearing too hot, for longer than it may be while the pump runs at full speed",
      "Vibration high",
    ])
      await post("/api/alarm", { originator, type: kind, severity: "MAJOR" });
    const { credentialsId } = await calls.devices.credentials({ deviceId: id.id });
    await new HttpDevice(stage.app.node.httpPort, credentialsId).contact("UPLOAD", "content", { fileName: "a.txt" });
    return id.id;
  }

  async function deviceOfManyChannels(): Promise<string> {
    const { id } = await stage.app.device(stage.tenant);
    const keys = Array.from({ length: 20 }, (_, at) => `channel ${at}`);
    await send(
      id.id,
      lastHour((minute) => Object.fromEntries(keys.map((key, at) => [key, minute + at]))),
    );
    return id.id;
  }
});
