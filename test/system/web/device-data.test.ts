import { readFile, rm } from "node:fs/promises";
import type { DeviceRecord } from "@heliograph/contract";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startNode } from "../../../server/src/node.ts";
import { expectOk, startApp } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { LastingAddress } from "../../support/lasting-address.ts";
import { holdClock, skipPauses } from "../../support/page-clock.ts";
import { fetchAhead } from "../../support/pages.ts";
import { RestClient } from "../../support/rest-client.ts";
import { ownFile } from "../../support/valid-requests.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

/** How often a page asks that is told nothing. */
const pollMs = 10_000;
const hostile = `"><img src=x onerror="window.hacked=true">`;

webStories("data of a device", (stage) => {
  const send = async (device: DeviceRecord, message: unknown) =>
    expectOk(await stage.tenant.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, message));

  async function arrivedAt(device: DeviceRecord, tab = "") {
    return stage.insiderAt(`/devices/${device.id.id}${tab}`);
  }

  test("[TEL7, #17.3] values appear as they arrive, with the contact, and the device becomes active, without a reload", async () => {
    const device = await stage.app.device(stage.tenant);
    await using visitor = await arrivedAt(device);
    const { page } = visitor;
    await page.getByRole("heading", { name: "No values yet" }).waitFor();

    await send(device, { temperature: 21.5, [hostile]: hostile });
    await page.getByText("21.5").waitFor();
    await page.locator(".device-meta").getByText("Active", { exact: true }).waitFor();
    await send(device, { temperature: 22.25 });
    await page.getByText("22.25").waitFor();
    await page.locator(".device-meta").getByText("Last contact: now").waitFor();

    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  atLength(
    "the overview shows what a glance is for: state, contact, identity, values with their shape, and the place",
    async () => {
      const device = await stage.app.device(stage.tenant, {
        serialNumber: "SN-0815",
        firmwareVersion: "2.13.0",
      });
      const now = Date.now();
      await send(
        device,
        Array.from({ length: 50 }, (_, i) => ({ ts: now - i * 60_000, values: { "t [°C]": 20 + (i % 7) } })),
      );
      await send(device, { position: "48.137, 11.575" });
      await using visitor = await arrivedAt(device);
      const { page } = visitor;

      const facts = page.locator("section", { has: page.getByRole("heading", { name: "Device", exact: true }) });
      for (const text of ["SN-0815", "2.13.0"]) await facts.getByText(text, { exact: true }).waitFor();
      const tile = page.locator(".value-tile", { hasText: "20 °C" });
      await tile.getByText("20 °C").waitFor();
      await expect.poll(() => tile.locator("svg path").last().getAttribute("d")).toMatch(/^M[\d.]+ .*L1[12]\d\.\d /);
      await page.getByRole("group", { name: "Map: 48.13700° N, 11.57500° E" }).waitFor();
      await expect.poll(() => page.locator(".land").first().getAttribute("d")).toMatch(/^M.*Z$/);
    },
  );

  test("[#17.7, #17.8, #17.9, #17.10] channels are drawn over a range, zoomed by dragging, and the address restores the view", async () => {
    const device = await stage.app.device(stage.tenant);
    const now = Date.now();
    const points = Array.from({ length: 600 }, (_, i) => ({
      ts: now - i * 5_000,
      values: { "t [°C]": Math.sin(i / 20) },
    }));
    await send(device, [...points, { ts: now, values: { state: "idle" } }]);
    await using visitor = await arrivedAt(device, "/telemetry");
    const { page } = visitor;

    await page.getByRole("img", { name: /t \[°C\]/ }).waitFor(); // the first number, before anybody chose one
    expect(await page.title()).toBe(`${device.name} · Telemetry · Devices · Heliograph`);
    await page.getByText("600 points").waitFor();
    const plot = await page.locator(".u-over").boundingBox();
    if (!plot) throw new Error("no chart");
    await page.mouse.move(plot.x + plot.width * 0.4, plot.y + 50);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.6, plot.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/from=\d+&to=\d+/);
    await page.goBack(); // undoes the zoom
    const words = page.locator(".time-range-words > strong");
    await expect.poll(() => words.innerText()).toMatch(/^Last /); // the page follows its address a moment later
    await page.goForward();
    await expect.poll(() => words.innerText()).toMatch(/\d+ \w+, \d\d:\d\d/);
    await page.getByRole("link", { name: "Attributes", exact: true }).click();
    await page.waitForURL(/attributes/);
    expect(await page.title()).toBe(`${device.name} · Attributes · Devices · Heliograph`);
    await page.getByRole("link", { name: "Telemetry", exact: true }).click();
    await page.waitForURL(/telemetry\?.*from=\d+&to=\d+/); // the range is not forgotten
    await page.locator("summary.time-range-words").click();
    const [begin, end] = await Promise.all(
      ["From", "To"].map((name) => page.getByLabel(name, { exact: true }).boundingBox()),
    );
    expect((begin?.x ?? 0) + (begin?.width ?? 0)).toBeLessThan(end?.x ?? 0); // the fields do not collide
    await page.getByRole("button", { name: "Last hour" }).click();
    await page.waitForURL(/from=now-1h&to=now/);
    await page.goBack();
    await page.waitForURL(/from=\d+&to=\d+/);
    await page.reload();
    await page.getByRole("img", { name: /t \[°C\]/ }).waitFor();

    const download = page.waitForEvent("download");
    await page.locator("summary", { hasText: "Export CSV" }).click();
    await page.getByRole("button", { name: "Table" }).click(); // [#17.19] a column for each channel, ISO times
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${device.name} \\d{4}-.*\\.csv$`));
    expect(await readFile(await file.path(), "utf8")).toMatch(
      /^\ufefftime,t \[°C\].*\r\n20\d\d-\d\d-\d\dT[\d:.]+Z,-?\d/,
    );

    const shown = new URL(page.url()).searchParams;
    const deleted = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("button", { name: "Delete what is shown" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const asked = new URL((await deleted).url()).searchParams;
    expect(asked.get("key")).toBe("t [°C]");
    expect([asked.get("startTs"), asked.get("endTs")]).toEqual([shown.get("from"), shown.get("to")]); // nothing that is not seen
    await page.getByText("No points in this range").waitFor();
    await expectAccessibleAtLength(page);
  });

  test("[TYP3, #17.7] who goes back to the chart before another tab was there finds it as it was left", async () => {
    const device = await stage.app.device(stage.tenant);
    await send(device, { t: 1, u: 2 });
    await using visitor = await stage.visitorAt(`/devices/${device.id.id}/telemetry?keys=u&from=now-6h&to=now`);
    const { page } = visitor;
    const tab = (name: string) => page.getByRole("link", { name, exact: true });
    await page.getByRole("img", { name: "Chart: u" }).waitFor();
    let arrive = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/assets/attributes-tab-*.js", (route) => late.then(() => route.continue()));

    await tab("Attributes").click();
    await page.waitForURL(/\/attributes$/);
    await expect.poll(() => page.title()).toContain("Attributes");
    await tab("Telemetry").click();
    arrive();

    await page.waitForURL(/telemetry\?.*from=now-6h&to=now/);
    await page.getByRole("img", { name: "Chart: u" }).waitFor();

    // pressed where it is shown it changes nothing, and an address that ends in a slash is the same page
    await tab("Telemetry").click();
    await visitor.settled();
    expect(page.url()).toMatch(/telemetry\?.*from=now-6h&to=now/);
    await visitor.open(`/devices/${device.id.id}/telemetry/`);
    await page.waitForURL(/telemetry\/?\?.*keys=/);
    await page.getByRole("img", { name: /^Chart: / }).waitFor();
  });

  test("[TEL7] a live chart goes on with what arrives, also while the next part of its history is read", async () => {
    const device = await stage.app.device(stage.tenant);
    const now = Date.now();
    await send(device, { ts: now - 7_200_000, values: { v: 0 } }); // stays when the others are deleted
    await send(
      device,
      Array.from({ length: 30 }, (_, i) => ({ ts: now - (i + 1) * 10_000, values: { v: 1 } })),
    );
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await holdClock(page);
    await visitor.arrive(
      `/devices/${device.id.id}/telemetry?keys=${encodeURIComponent('["v"]')}&range=15m`,
      stage.username,
    );
    await page.getByRole("img", { name: "Chart: v", exact: true }).waitFor();
    await page.getByText("30 points").waitFor();
    await visitor.settled(); // nothing comes that would move the chart
    let unanswered = 0;
    await page.route(/startTs=/, () => void unanswered++);
    await skipPauses(page, 30_000, async () => unanswered > 0);
    const plot = await page.locator(".u-over").boundingBox();
    if (!plot) throw new Error("no chart");

    const newest = async () => {
      await send(device, { v: 4321.5 }); // again and again: on a busy machine the page may not listen yet
      await page.mouse.move(plot.x + plot.width - 30, plot.y + 40);
      await page.mouse.move(plot.x + plot.width - 2, plot.y + 40);
      return page.locator(".u-legend").innerText();
    };
    await expect.poll(newest, { interval: 500 }).toContain("4,321.5");

    visitor.losesServer();
    await page.unroute(/startTs=/);
    await page.route(/startTs=/, (route) => route.abort());
    const note = page.locator(".history-chart .note-error");
    await skipPauses(page, 2_500, () => note.isVisible()); // it is asked again before it is told
    expect(await page.locator(".u-over").isVisible()).toBe(true);
    await page.unroute(/startTs=/);
    await skipPauses(page, 30_000, () => note.isHidden());

    await page.getByRole("button", { name: "Delete what is shown" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No points in this range").waitFor(); // nor what came meanwhile
  });

  test("[TEL7, #17.23] of a line that is moved in time the points are deleted that are seen, no others", async () => {
    const device = await stage.app.device(stage.tenant);
    const [now, hour] = [Date.now(), 3_600_000];
    await send(device, [
      { ts: now, values: { v: 1 } },
      { ts: now - hour, values: { v: 2 } },
    ]);
    const look = `keys=${encodeURIComponent('["v"]')}&shifts=${encodeURIComponent(`["${hour}/v"]`)}`;
    await using visitor = await arrivedAt(device, `/telemetry?${look}&from=${now - 60_000}&to=${now + 60_000}`);
    const { page } = visitor;
    await page.getByText("1 point").waitFor();

    const deleted = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("button", { name: "Delete what is shown" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^All points of v \(1 hr before\) from/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    const asked = new URL((await deleted).url()).searchParams;
    expect([asked.get("startTs"), asked.get("endTs")].map(Number)).toEqual([now - hour - 60_000, now - hour + 60_000]);
    await page.getByText("No points in this range").waitFor();
  });

  atLength(
    "[TEL7] where the first read of a live time fails, that is told, whatever was shown of another time",
    async () => {
      const device = await stage.app.device(stage.tenant);
      const [now, before] = [Date.now(), Date.now() - 86_400_000];
      const points = [now - 1_000, before].map((ts) => ({ ts, values: { v: 1 } }));
      await send(device, points);
      const look = `keys=${encodeURIComponent('["v"]')}&from=${before - 1_000}&to=${before + 1_000}`;
      await using visitor = await arrivedAt(device, `/telemetry?${look}`);
      const { page } = visitor;
      await page.getByText("1 point").waitFor();

      visitor.losesServer();
      await page.route(/startTs=/, (route) => route.abort());
      await page.locator("summary.time-range-words").click();
      await page.getByRole("button", { name: "Last hour" }).click();
      const again = page.locator(".history-chart").getByRole("button", { name: "Try again" });
      await again.waitFor();
      expect(await page.getByText("No points in this range").isVisible()).toBe(false);
      await page.unroute(/startTs=/);
      await again.click();
      await page.getByText("1 point").waitFor();
    },
  );

  atLength(
    "[#17.23] alarms, notes and files that cannot be read are missed aloud, and drawn when they are read at last",
    async () => {
      const device = await stage.app.device(stage.tenant);
      const now = Date.now();
      await send(device, [{ ts: now, values: { v: 1 } }]);
      const { admin } = stage.tenant;
      expectOk(await admin.post("/api/note", { deviceId: device.id, startTs: now, text: "Valve changed" }));
      expectOk(await admin.post(`/api/devices/${device.id.id}/data-files?name=run.txt`, ownFile()));
      await using visitor = await arrivedAt(device, "/attributes");
      const { page } = visitor;
      visitor.losesServer();
      const besides = /\/(notes\?|alarm\/DEVICE|dashboardData)/;
      await page.route(besides, (route) => route.fulfill({ status: 503 }));

      const look = `keys=${encodeURIComponent('["v"]')}&from=${now - 3_600_000}&to=${now + 3_600_000}`;
      await visitor.go(`/devices/${device.id.id}/telemetry?${look}`);
      const chart = page.locator(".history-chart");
      await chart.getByText("Not drawn: alarms and notes.").waitFor();
      await page.getByRole("img", { name: "Chart: v", exact: true }).waitFor();
      const files = page.locator("section.card", { has: page.getByRole("heading", { name: "Files in this time" }) });
      await files.getByRole("alert").waitFor();

      await page.unroute(besides);
      const alarms = page.waitForResponse((answer) => /alarm\/DEVICE.*activeTo/.test(answer.url()) && answer.ok());
      await chart.getByRole("button", { name: "Try again" }).click();
      await alarms;
      await page.locator(".notes").getByText("Valve changed").waitFor();
      await chart.getByText("Not drawn").waitFor({ state: "hidden" });
      await files.getByRole("button", { name: "Try again" }).click();
      await files.getByText("run.txt").waitFor();
    },
  );

  test("[#17.22, #17.23, TEL7] what of a device cannot be read is missed aloud, and the rest of it is shown", async () => {
    const device = await stage.app.device(stage.tenant);
    const yesterday = Date.now() - 86_400_000;
    await send(
      device,
      [yesterday, Date.now() - 1_000].map((ts) => ({ ts, values: { v: 1 } })),
    );
    await using visitor = await stage.insiderAt("/connect"); // nothing of the device is known yet
    const { page } = visitor;
    visitor.losesServer();
    const besides = /\/(notes\?|alarm\/DEVICE|projects\b|dashboardData)/;
    await page.route(besides, (route) => route.fulfill({ status: 503 }));

    const look = `keys=${encodeURIComponent('["v"]')}&from=${yesterday - 1_000}&to=${yesterday + 1_000}`;
    await visitor.go(`/devices/${device.id.id}/telemetry?${look}`);
    const chart = page.locator(".history-chart");
    await page.getByRole("img", { name: "Chart: v", exact: true }).waitFor();
    await chart.getByText("Not drawn: alarms and notes.").waitFor();
    const files = page.locator("section.card", { has: page.getByRole("heading", { name: "Files in this time" }) });
    await files.getByRole("alert").waitFor();

    await page.route(/startTs=/, (route) => route.abort());
    await page.locator("summary.time-range-words").click();
    await page.getByRole("button", { name: "Last hour" }).click();
    await chart.locator(".state").getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.getByText("No points in this range").isVisible()).toBe(false);

    await visitor.go(`/devices/${device.id.id}`);
    const alarms = page.locator("section.card", { has: page.getByRole("heading", { name: "Open alarms" }) });
    await alarms.getByRole("alert").waitFor();
    expect(await page.getByRole("heading", { name: device.name }).isVisible()).toBe(true);
  });

  test("[#17.23] from one device to another its notes are gone at once, also while those of the other are read, and so is a question about it", async () => {
    const [one, other] = [await stage.app.device(stage.tenant), await stage.app.device(stage.tenant)];
    for (const device of [one, other]) await send(device, { v: 1 });
    const note = { deviceId: one.id, startTs: Date.now(), text: "Valve changed" };
    expectOk(await stage.tenant.admin.post("/api/note", note));
    const others = encodeURIComponent(JSON.stringify([`${other.id.id}/v`]));
    const look = `keys=${encodeURIComponent('["v"]')}&others=${others}`;
    await using visitor = await arrivedAt(other, "/attributes"); // its head is known: the chart stays where it is
    const { page } = visitor;
    await page.getByRole("heading", { name: other.name }).waitFor();
    await visitor.go(`/devices/${one.id.id}/telemetry?${look}`);
    await page.locator(".notes").getByText(note.text).waitFor();

    let unanswered = 0;
    await page.route(/api\/notes/, () => void unanswered++);
    await page.getByRole("link", { name: other.name, exact: true }).click();
    await page.waitForURL(new RegExp(`${other.id.id}/telemetry`));
    await expect.poll(() => unanswered).toBeGreaterThan(0);
    await page.locator(".notes").waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Delete what is shown" }).click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.waitForURL(new RegExp(`${one.id.id}/telemetry`));
    await page.getByRole("heading", { name: one.name }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0); // what it asked about is not on the page any more
  });

  test("[DSH1] a time that grows with the clock is drawn and goes on", async () => {
    const device = await stage.app.device(stage.tenant);
    await send(device, { v: 1 });
    const growing = "from=now-1h%2Fh&to=now";
    await using visitor = await arrivedAt(device, `/telemetry?keys=${encodeURIComponent('["v"]')}&${growing}`);
    const { page } = visitor;

    await page.getByText("1 point").waitFor();
    await page.getByRole("img", { name: "Chart: v", exact: true }).waitFor();
    const count = async () => {
      await send(device, { v: 2 }); // again and again: on a busy machine the page may not listen yet
      return page.getByText(/^[2-9]\d* points/).count();
    };
    await expect.poll(count, { interval: 500, timeout: 20_000 }).toBe(1);
  });

  atLength("many points are drawn as an envelope the server made", async () => {
    const device = await stage.app.device(stage.tenant);
    const now = Date.now();
    for (let part = 0; part < 3; part++) {
      const at = (i: number) => now - (part * 5_000 + i) * 200;
      await send(
        device,
        Array.from({ length: 5_000 }, (_, i) => ({ ts: at(i), values: { v: Math.sin(i / 50) } })),
      );
    }
    await using visitor = await arrivedAt(device, `/telemetry?keys=${encodeURIComponent('["v"]')}&range=1h`);

    const { page } = visitor;
    await page.getByText("15,000 points, drawn as mean with minimum and maximum per 10 s").waitFor();
    await page.getByRole("button", { name: "Delete what is shown" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^All points of v from/)
      .waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No points in this range").or(page.getByText("No telemetry yet")).first().waitFor();
  });

  test("[TEL6] attributes are added with a type, edited as JSON and deleted; the device's own are read only", async () => {
    const device = await stage.app.device(stage.tenant);
    await using visitor = await arrivedAt(device, "/attributes");
    const { page } = visitor;
    const shared = page.locator("section", { has: page.getByRole("heading", { name: "Shared" }) });
    const dialog = page.getByRole("dialog");

    await shared.getByRole("button", { name: "Add attribute" }).click();
    await dialog.getByLabel("Key").fill(hostile);
    await dialog.getByLabel("Type").selectOption("json");
    await dialog.getByLabel("Value").fill("{high: 1}");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").getByText("not valid JSON").waitFor();
    await dialog.getByLabel("Value").fill('{"high": 80}');
    await dialog.getByRole("button", { name: "Save" }).click();
    await shared.getByText('{"high":80}').waitFor();
    await shared.getByRole("button", { name: `Delete: ${hostile}` }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => shared.getByRole("row").count()).toBe(0);

    const client = page.locator("section", { has: page.getByRole("heading", { name: "Client" }) });
    expect(await client.getByRole("button").count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  atLength("[TEL3] integers beyond a double are shown and saved with all their digits", async () => {
    const device = await stage.app.device(stage.tenant);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
    const headers = { "content-type": "application/json" };
    const stored = '{"serial":9007199254740993,"limits":{"high":9007199254740993}}';
    expectOk(await stage.tenant.admin.post(`${path}/attributes/SERVER_SCOPE`, stored, { headers }));
    await using visitor = await arrivedAt(device, "/attributes");
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    await page.getByText("9,007,199,254,740,993").waitFor();
    for (const key of ["serial", "limits"]) {
      const saved = page.waitForResponse((response) => response.request().method() === "POST");
      await page.getByRole("button", { name: `Edit: ${key}` }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
      expect((await saved).request().postData()).toContain("9007199254740993");
      await expect.poll(() => dialog.count()).toBe(0);
    }

    const { text } = await stage.tenant.admin.get(`${path}/values/attributes/SERVER_SCOPE`);
    expect(text.match(/9007199254740993/g)).toHaveLength(2);
  });

  atLength("units follow the attribute that names them, without a reload", async () => {
    const device = await stage.app.device(stage.tenant);
    await send(device, { level: 7 });
    await using visitor = await arrivedAt(device);
    const { page } = visitor;
    await page.getByRole("link", { name: /level/ }).getByText("7", { exact: true }).waitFor();

    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/attributes/SERVER_SCOPE`;
    expectOk(await stage.tenant.admin.post(path, { units: { level: "mm" } }));

    await page.getByRole("link", { name: /level/ }).getByText("7 mm").waitFor();
  });

  atLength("where the server ends a live subscription, the page asks for values instead", async () => {
    const device = await stage.app.device(stage.tenant);
    await send(device, { level: 1 });
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await holdClock(page);
    const ended = { type: "ended", code: "LIVE_TOO_MANY_KEYS", message: "too many keys" };
    await page.routeWebSocket(/\/api\/ws$/, (client) => {
      const server = client.connectToServer();
      client.onMessage((message) => {
        const frame = JSON.parse(String(message)) as { type: string; id?: number; telemetry?: unknown };
        if (frame.type === "subscribe" && frame.telemetry) client.send(JSON.stringify({ ...ended, id: frame.id }));
        else server.send(message);
      });
    });
    await visitor.arrive(`/devices/${device.id.id}`, stage.username);
    await page.getByText("level").first().waitFor();

    await send(device, { level: 4321 });

    await skipPauses(page, pollMs, () => page.getByText("4,321").isVisible());
  });

  atLength(
    "a range that ends before it begins is told, and so is why a thirteenth channel cannot be drawn",
    async () => {
      const device = await stage.app.device(stage.tenant);
      const keys = Array.from({ length: 13 }, (_, i) => `channel ${String(i).padStart(2, "0")}`);
      await send(device, Object.fromEntries(keys.map((key) => [key, 1])));
      const chosen = encodeURIComponent(JSON.stringify(keys.slice(0, 10)));
      await using visitor = await arrivedAt(device, `/telemetry?keys=${chosen}`);
      const { page } = visitor;

      await page.getByRole("checkbox", { name: /channel 10/ }).waitFor();
      await page.evaluate(() => {
        // Faster than any address is changed: the second tick does not take back the first.
        for (const label of document.querySelectorAll("label"))
          if (/channel 1[01]/.test(label.innerText)) label.click();
      });
      await page.getByText("A chart has room for 12 channels").waitFor();
      expect(await page.getByRole("checkbox", { name: /channel 12/ }).isDisabled()).toBe(true);
      await page.getByRole("checkbox", { name: /channel 00/ }).uncheck();
      await page.getByRole("checkbox", { name: /channel 12/ }).check();

      await page.locator("summary", { hasText: "Last hour" }).click();
      const time = page.getByRole("group", { name: "Time" });
      await time.getByLabel("From").fill("2026-11-15 12:00");
      await time.getByLabel("To", { exact: true }).fill("2026-11-15 11:00");
      await time.getByRole("button", { name: "Show", exact: true }).click();
      await time.getByRole("alert").getByText("ends before it begins").waitFor();
      await time.getByLabel("To", { exact: true }).fill("2026-11-15 13:00");
      await expect.poll(() => time.getByRole("alert").count()).toBe(0);
      await time.getByRole("button", { name: "Show", exact: true }).click();
      await page.waitForURL(/from=\d+&to=\d+/);
    },
  );

  test("a lost connection is shown, and everything is up to date when it is back", async () => {
    await using address = await LastingAddress.of(stage.app.node.httpPort);
    const device = await stage.app.device(stage.tenant, { name: fresh("pump") });
    await send(device, { level: 1 });
    await using visitor = await stage.visitor({}, { node: address });
    const { page } = visitor;
    visitor.losesServer();
    await visitor.arrive(`/devices/${device.id.id}`, stage.username);
    await page.getByText("level").first().waitFor();

    address.cut();
    await page.getByText("Connection lost").waitFor();
    await send(device, { level: 4321 }); // nobody tells the page
    const isBack = page.getByText("Connected again").waitFor(); // waited for in time: it is shown for a short while only
    address.target = stage.app.node.httpPort;
    await isBack;
    await page.getByText("4,321").waitFor();

    expect(await page.getByText("Connection lost").count()).toBe(0);
  });

  atLength("a node that ends and starts again is missed, and everything is up to date when it is back", async () => {
    const first = await startApp();
    const theirs = await first.firstTenant();
    await using address = await LastingAddress.of(first.node.httpPort);
    const device = await first.device(theirs, { name: "pump" });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    const admin = new RestClient(address.httpPort).withToken((await first.tokens("admin")).token);
    expectOk(await admin.post(path, { level: 1 }));
    await using visitor = await stage.visitor({}, { node: address });
    const { page } = visitor;
    visitor.losesServer();
    await fetchAhead(page);
    const isAhead = page.waitForResponse(/assets\/attributes-tab/); // what was not visited yet is fetched when there is time
    await visitor.arrive(`/devices/${device.id.id}`, "admin");
    await page.getByText("level").first().waitFor();
    await isAhead;

    address.cut();
    await first.node.stop();
    await page.getByText("Connection lost").waitFor();
    await page.getByRole("link", { name: "Attributes" }).click();
    await page.getByRole("button", { name: "Try again" }).first().waitFor();
    expect(await page.getByRole("heading", { level: 1, name: "pump" }).count()).toBe(1);
    await page.getByRole("link", { name: "Overview" }).click();
    const again = await startNode(first.config, pino({ level: "silent" }));
    const isBack = page.getByText("Connected again").waitFor(); // waited for in time: it is shown for a short while only
    address.target = again.httpPort;
    const [, sent] = await Promise.all([isBack, admin.post(path, { level: 4321 })]);
    expectOk(sent);
    await page.getByText("4,321").waitFor();

    expect(await page.getByText("Connection lost").count()).toBe(0);
    await again.stop();
    await rm(first.config.dataDir, { recursive: true, force: true });
  });
});
