import { type DashboardConfiguration, type DashboardRecord, emptyConfiguration } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { seriousFindings } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

const channels = [
  { key: "bearing", name: "Bearing", unit: "Cel", decimals: 1, limits: { warnAbove: 80, alarmAbove: 90 } },
  { key: "state", name: "State", states: [{ value: "on", name: "running" }] },
];

webStories("dashboards", (stage) => {
  /** A device of a new type that has sent something. */
  async function pump(): Promise<{ readonly type: string; readonly id: string }> {
    const { admin } = stage.tenant;
    const type = fresh("Pump");
    expectOk(await admin.post("/api/deviceProfile", { name: type, channels }));
    const { id } = await stage.app.device(stage.tenant, { type });
    const values = { bearing: 95.12, state: "on" };
    expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, values));
    return { type, id: id.id };
  }

  async function saved(configuration: Partial<DashboardConfiguration>): Promise<string> {
    const body = {
      title: fresh("<img src=x onerror=alert(1)>"),
      configuration: { ...emptyConfiguration(), ...configuration },
    };
    const made = expectOk(await stage.tenant.admin.post("/api/dashboard", body)).json<DashboardRecord>();
    return `/dashboards/${made.id.id}`;
  }

  test("[DSH5] one is made for a device type, shows its devices, and its time is in words and in the link", async () => {
    const { type } = await pump();
    await using visitor = await stage.visitorAt("/dashboards");
    const { page } = visitor;
    await page.getByRole("button", { name: "New for a device type" }).click();
    await page.getByLabel("Device type", { exact: true }).selectOption(type);
    await page.getByRole("button", { name: "Create" }).click();
    const value = page.locator(".widget-value").getByText("95.1");
    await value.first().waitFor();
    await page.getByText("Last 6 hours").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.locator("summary", { hasText: "Last 6 hours" }).click();
    await page.getByRole("button", { name: "Last month" }).click();
    await page.getByRole("img", { name: /Bearing/ }).waitFor({ state: "detached" });
    await page.getByText("No values in this time").first().waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe("now-1M/M");
    await page.locator("summary", { hasText: "Last month" }).click();
    await page.getByLabel("From", { exact: true }).fill("whenever");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByRole("alert").getByText("Neither a moment").waitFor();
    await page.keyboard.press("Escape");
    await page.goBack();

    await page.getByText("Last 6 hours").waitFor();
    await value.first().waitFor();
  });

  test("[DSH4] what cannot be shown says why in its widget, and hostile texts are texts, on a phone too", async () => {
    const { id } = await pump();
    const devices = { kind: "DEVICES", deviceIds: [id] };
    const note = "<script>alert(1)</script> [x](javascript:alert(1)) **bold**";
    const widgets = {
      note: { kind: "TEXT", version: 1, title: fresh("<b>note</b>"), options: { markdown: note } },
      never: { kind: "TIME_SERIES", version: 1, title: "never", options: { devices, channels: [{ key: "nothing" }] } },
      gauge: { kind: "GAUGE", version: 1, title: "gauge", options: { devices, channel: { key: "bearing" } } },
    };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 8, y: 0, w: 8, h: 8 }));
    const path = await saved({ widgets, pages: [{ id: "overview", title: "Overview", layout }] });
    await using visitor = await stage.visitorAt(path, "admin", { viewport: { width: 390, height: 844 } });
    const { page } = visitor;

    await page.getByRole("img", { name: "gauge: 95.1 °C" }).waitFor();
    await page.getByText("These devices have never sent any of it.").waitFor();
    await page.getByText("<script>alert(1)</script>").waitFor();
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("[DSH3] a control asks, writes and says how it went; a map has its devices and a plan its values", async () => {
    const { id } = await pump();
    const { admin } = stage.tenant;
    const place = { latitude: 52.5, longitude: 13.4 };
    expectOk(await admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, place));
    const devices = { kind: "DEVICES", deviceIds: [id] };
    const control = { devices, form: "SWITCH", writes: "SHARED_ATTRIBUTE", key: "relay", confirm: "Start the pump?" };
    const picture =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    const plan = { picture, values: [{ deviceId: id, channel: { key: "bearing" }, x: 0.5, y: 0.5 }] };
    const widgets = {
      relay: { kind: "CONTROL", version: 1, title: "Relay", options: control },
      where: { kind: "MAP", version: 1, title: "Where", options: { devices } },
      plan: { kind: "IMAGE", version: 1, title: "Plan", options: plan },
      away: { kind: "EMBED", version: 1, title: "Weather", options: { url: "https://example.org/weather" } },
    };
    const layout = Object.keys(widgets).map((widget, at) => ({ widget, x: at * 6, y: 0, w: 6, h: 10 }));
    const path = await saved({ widgets, pages: [{ id: "overview", title: "Overview", layout }] });
    await using visitor = await stage.visitorAt(path);
    const { page } = visitor;

    await page.getByRole("switch", { name: "Relay" }).click();
    await page.getByRole("dialog").getByText("Start the pump?").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await page.getByRole("switch", { name: "Relay", checked: true }).waitFor();
    await page.getByRole("img", { name: /^Where: / }).waitFor();
    await page.locator(".plan-value", { hasText: "95.1 °C" }).waitFor();
    await page.getByText("example.org").waitFor();

    const { value } = await relayOf(id);
    expect(value).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
  });

  async function relayOf(id: string): Promise<{ readonly value: unknown }> {
    const answer = await stage.tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/SHARED_SCOPE`);
    const [relay] = expectOk(answer).json<{ key: string; value: unknown }[]>();
    return relay ?? { value: undefined };
  }
});
