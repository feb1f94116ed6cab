import type { DeviceRecord } from "@heliograph/contract";
import { encodeOsf } from "@heliograph/osf";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("overview of a device", (stage) => {
  const post = async (path: string, body: unknown) => expectOk(await stage.tenant.admin.post(path, body));
  const send = (device: DeviceRecord, message: unknown) =>
    post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, message);
  const card = (page: Page, name: string | RegExp) =>
    page.locator("section.card", { has: page.getByRole("heading", { level: 2, name }) });
  const tiles = (page: Page) => page.locator(".value-tile .tile-name");

  /** A device to which a little of everything has happened. */
  async function busyDevice(): Promise<DeviceRecord> {
    const device = await stage.app.device(stage.tenant, { serialNumber: "SN-22" });
    const id = device.id.id;
    const now = Date.now();
    await send(
      device,
      Array.from({ length: 30 }, (_, i) => ({
        ts: now - i * 60_000,
        values: { speed: 100 + i, torque: i, gear: "D" },
      })),
    );
    await send(device, [
      { ts: now - 60_000, values: { position: "48.130, 11.570" } },
      { ts: now, values: { position: "48.137, 11.575" } },
    ]);
    await post("/api/alarm", { originator: { entityType: "DEVICE", id }, type: "Too hot", severity: "CRITICAL" });
    await post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" });
    expectOk(
      await stage.tenant.admin.post(`/api/devices/${id}/data-files?name=run-7.csv&tag=raw`, Buffer.from("a,b\n1,2")),
    );
    return device;
  }

  test("[#17.22] all of a device is on one page: values, chart, alarms, files, commands, place and what happened", async () => {
    const device = await busyDevice();
    await using visitor = await stage.insiderAt(`/devices/${device.id.id}`);
    const { page } = visitor;

    await page.getByRole("img", { name: "Chart: speed, torque" }).waitFor();
    await card(page, /^Latest values/)
      .getByText("last hour")
      .first()
      .waitFor();
    expect(await page.locator(".activity").count()).toBe(1); // one mark says what state it is in
    await card(page, /^Newest files/)
      .getByRole("link", { name: "run-7.csv" })
      .waitFor();
    await card(page, /^Last commands/)
      .getByText("*IDN?")
      .waitFor();
    const map = page.getByRole("group", { name: "Map: 48.13700° N, 11.57500° E" });
    await map.locator(".track").waitFor(); // the way of the last hour, in a map that is as large as it
    await map.getByText(/ m$/).waitFor();

    const order = () => tiles(page).allInnerTexts();
    await page.getByRole("button", { name: "Keep torque here" }).click();
    await expect.poll(order).toEqual(["torque", "speed", "gear", "position"]);

    if (isLongRun()) {
      visitor.provokes(409);
      const refusing = await page.route(/\/api\/alarms\/ack/, (route) =>
        route.fulfill({ status: 409, json: { status: 409, errorCode: 35, message: "not today" } }),
      );
      await page.locator(".head-alarm").getByRole("button", { name: "Acknowledge: Too hot" }).click();
      await page.getByText("not today").waitFor(); // who is refused is told, in the head, too
      await refusing[Symbol.asyncDispose]();
    }

    const alarms = card(page, /^Open alarms/);
    await alarms.getByRole("button", { name: "Acknowledge: Too hot" }).click();
    await alarms.getByText("acknowledged").waitFor();

    const timeline = card(page, "Timeline");
    await timeline.getByText("File received").waitFor();
    const happened = () => timeline.locator(".happened-row").allInnerTexts();
    await expect.poll(async () => (await happened()).join()).toMatch(/Too hot\W+acknowledged.*Too hot\W+raised/s);
    await timeline.getByRole("combobox", { name: "Show" }).selectOption("Files");
    await expect.poll(async () => (await happened()).map((row) => row.includes("run-7.csv"))).toEqual([true]);
    await expectAccessibleAtLength(page);
  });

  atLength("[#17.22] what one keeps in sight is one's own, keeps its order, and is on the server", async () => {
    const device = await busyDevice();
    const name = fresh("viewer");
    await stage.app.user(stage.tenant.admin, stage.tenant.id, name, "VIEWER");
    await using visitor = await stage.insiderAt(`/devices/${device.id.id}`);
    const { page } = visitor;
    const order = () => tiles(page).allInnerTexts();
    await expect.poll(order).toEqual(["speed", "torque", "gear", "position"]);

    await page.getByRole("button", { name: "Keep torque here" }).click();
    await expect.poll(order).toEqual(["torque", "speed", "gear", "position"]);
    await page.getByRole("button", { name: "Choose values" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "gear" }).check();
    await dialog.getByRole("button", { name: "Move gear up" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(order).toEqual(["gear", "torque", "speed", "position"]);
    await page.reload();
    await expect.poll(order).toEqual(["gear", "torque", "speed", "position"]);

    await using other = await stage.visitorAt(`/devices/${device.id.id}`, name, {
      viewport: { width: 390, height: 844 },
    });
    await expect.poll(() => tiles(other.page).allInnerTexts()).toEqual(["speed", "torque", "gear", "position"]);
    await other.page.getByRole("img", { name: "Chart: speed, torque" }).waitFor();
    const options = card(other.page, "Timeline").getByRole("combobox").locator("option");
    expect(await options.allInnerTexts()).not.toContain("Changes"); // of the audit log, which is not theirs
    const top = async (what: string) => (await other.page.locator(what).first().boundingBox())?.y ?? 0;
    expect(await top(".chart")).toBeLessThan(await top(".position-map"));
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessibleAtLength(other.page);
  });

  atLength(
    "[TYP2, #17.22] states are lanes with their names: in tiles, beneath charts and compared, whether they are texts or numbers",
    async () => {
      const states = [
        { value: "D", name: "Drive", names: { de: "Fahrt" } },
        { value: "P", name: "Park" },
      ];
      const channels = [{ key: "gear", name: "Gear", kind: "state", pinned: true, states }];
      const type = fresh("Van");
      await post("/api/deviceProfile", { name: type, channels });
      const [van, other] = [
        await stage.app.device(stage.tenant, { type }),
        await stage.app.device(stage.tenant, { type }),
      ];
      for (const device of [van, other])
        await send(
          device,
          Array.from({ length: 30 }, (_, i) => ({
            ts: Date.now() - i * 60_000,
            values: { gear: i < 15 ? "D" : "P", speed: i < 15 ? 50 + i : 0 },
          })),
        );
      await using visitor = await stage.insiderAt(`/devices/${van.id.id}`);
      const { page } = visitor;
      const told = (within: string) => page.locator(`${within} .state-segment`).allInnerTexts();

      await page.getByRole("img", { name: "Chart: speed, Gear" }).waitFor();
      await expect.poll(() => told(".value-tile")).toEqual(["Park", "Drive"]);
      await expect.poll(() => told(".overview-chart")).toEqual(["Park", "Drive"]);
      await card(page, "speed, Gear").getByRole("button", { name: "Show less time" }).click();
      await page.getByRole("button", { name: "Undo zoom and moves" }).waitFor();
      const half = await page.locator(".time-range-words strong").innerText();
      await page.getByRole("link", { name: "Telemetry", exact: true }).click();
      await page.locator(".history-chart").waitFor();
      expect(await page.locator(".time-range-words strong").innerText()).toBe(half); // the same time in both

      await visitor.go(`/devices/${van.id.id}/telemetry?keys=gear&others=${other.id.id}/gear`);
      await page.getByRole("group", { name: `Chart: Gear · ${van.name}, Gear · ${other.name}` }).waitFor();
      await expect.poll(() => told(".history-chart")).toEqual(["Park", "Drive", "Park", "Drive"]);
      expect(await page.getByText("texts, not numbers").count()).toBe(0);
      await expectAccessibleAtLength(page);
    },
  );

  test("[#17.23] channels of two devices, moved in time, with what was before, a file's samples and notes, all in the address", async () => {
    const [one, other] = [await stage.app.device(stage.tenant), await stage.app.device(stage.tenant)];
    const now = Date.now();
    for (const device of [one, other])
      await send(
        device,
        Array.from({ length: 100 }, (_, i) => ({ ts: now - i * 60_000, values: { speed: 100 + i } })),
      );
    const begun = BigInt(now - 600_000) * 1_000_000n;
    const measured = encodeOsf({ channels: [{ name: "Shaft", datatype: "double" }] }, (encoder) =>
      encoder.stamped(
        0,
        Array.from({ length: 50 }, (_, i) => begun + BigInt(i) * 1_000_000n),
        Array.from({ length: 50 }, (_, i) => i),
      ),
    );
    const files = `/api/devices/${one.id.id}/data-files`;
    expectOk(await stage.tenant.admin.post(`${files}?name=run.osf&tag=raw`, measured));
    const listed = { deviceId: one.id.id, page: 0, limit: 1 };
    const state = async () => (await stage.tenant.admin.calls.files.list(listed)).data[0]?.processing;
    await expect.poll(state, { timeout: 60_000 }).toBe("DONE");
    await using visitor = await stage.insiderAt(`/devices/${one.id.id}/telemetry`);
    const { page } = visitor;
    await page.getByRole("img", { name: "Chart: speed", exact: true }).waitFor();

    await page.getByRole("button", { name: "Device", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Find a device").fill(other.name);
    await dialog.getByRole("button", { name: other.name }).click();
    await dialog.getByRole("checkbox", { name: "speed" }).check();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("img", { name: `Chart: speed · ${one.name}, speed · ${other.name}` }).waitFor();
    await page.getByLabel(`Time shift: speed · ${other.name}`).selectOption({ label: "1 hr before" });
    await page.getByLabel("Beneath the lines").selectOption("period");
    const row = page.locator(".line-table tr", { hasText: other.name });
    await expect.poll(() => row.innerText()).toMatch(/1(?:5\d|60)(?:\.0)?\s+17\d(?:\.\d)?\s+199(?:\.0)?\s/); // what was an hour before, as time goes on
    await page.locator(".files-in-view summary", { hasText: "run.osf" }).click();
    await page.getByRole("checkbox", { name: "Shaft" }).check();
    await page.getByText("50 samples of files").waitFor();

    await page.getByRole("button", { name: "Annotate" }).click();
    await dialog.getByLabel("What happened").fill("Valve changed");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.locator(".notes").getByText("Valve changed").waitFor();
    const { pathname, search } = new URL(page.url());
    await visitor.go("/devices");
    await (isLongRun() ? visitor.open(`${pathname}${search}`) : visitor.go(`${pathname}${search}`));
    await page.getByRole("img", { name: /^Chart: speed · .*, speed · .* · 1 hr before, Shaft · file$/ }).waitFor();
    await page.locator(".notes").getByText("Valve changed").waitFor();
    expect(await page.getByLabel("Beneath the lines").inputValue()).toBe("period");
    await expectAccessibleAtLength(page);

    if (isLongRun()) {
      await page.getByRole("link", { name: "Overview" }).click();
      await tiles(page).first().waitFor(); // there: what is clicked on the way leads from where one was
      await page.getByRole("link", { name: "Telemetry", exact: true }).click();
      await page.waitForURL(/others=.*shifts=|shifts=.*others=/); // remembered
    }
    if (isLongRun()) {
      await page.getByRole("button", { name: "Edit: Valve changed" }).click();
      await dialog.getByLabel("What happened").fill("Valve and filter changed");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.locator(".notes").getByText("Valve and filter changed").waitFor();
    }
    await page.getByRole("button", { name: `Take ${other.name} out of the chart`, exact: true }).click();
    await page.getByRole("button", { name: /^Delete: Valve (and filter )?changed$/ }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.locator(".notes").count()).toBe(0);
    await page.getByRole("img", { name: "Chart: speed, Shaft · file" }).waitFor();
  });
});
