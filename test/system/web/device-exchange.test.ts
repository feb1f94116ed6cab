import { HttpLogger } from "@heliograph/device";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../../support/app.ts";
import { seriousFindings } from "../../support/axe.ts";
import { hasChromium, openBrowser, Visitor } from "../../support/browser.ts";
import { connectMqttJs, mqttDevice } from "../../support/mqtt-device.ts";

describe.skipIf(!hasChromium())("the web interface: exchange with a device", { timeout: 180_000 }, () => {
  let browser: Browser;
  let app: TestApp;
  let tenant: TestTenant;
  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), startApp()]);
    tenant = await app.firstTenant();
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test("[CMD2] a command is queued, shown with its state and cancelled", async () => {
    const device = await mqttDevice(app, tenant);
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive(`/devices/${device.id}/commands`);

    await page.getByRole("button", { name: "New command" }).click();
    await page.getByRole("dialog").getByLabel("Text").fill("*IDN?");
    await page.getByRole("dialog").getByRole("button", { name: "Queue command" }).click();
    const row = page.getByRole("row", { name: /\*IDN\?/ });
    await row.getByText("queued").waitFor();
    await row.getByRole("button", { name: "Cancel command" }).click();

    await row.getByText("cancelled").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  test("[CMD2] the answer of a device appears while its command is looked at", async () => {
    const { id, token } = await mqttDevice(app, tenant);
    const answer = () => "ACME,Logger,<b>1234</b>,2.13.0";
    const logger = new HttpLogger({ base: `http://127.0.0.1:${app.node.httpPort}`, token, answer });
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive(`/devices/${id}/commands`);
    await page.getByRole("heading", { name: "No commands yet" }).waitFor();
    expectOk(await tenant.admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
    await page.getByRole("button", { name: "Details: *IDN?" }).click();
    await page.getByRole("dialog").getByText("queued").waitFor();

    await logger.ping();

    await page.getByRole("dialog").getByText("done").waitFor();
    await page.getByRole("dialog").getByText(answer()).waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  test("[MQ6] the RPC console shows what a connected device answers, and that a device is not there", async () => {
    const device = await mqttDevice(app, tenant);
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive(`/devices/${device.id}/commands`);
    const call = async (method: string, timeoutS: number) => {
      await page.getByLabel("Method").fill(method);
      await page.getByLabel("Timeout (s)").fill(String(timeoutS));
      await page.getByRole("button", { name: "Call" }).click();
    };

    await call("nobodyHome", 1);
    await page.getByRole("log").locator(".bad-text").waitFor();
    await using connected = await connectMqttJs(app, device.token);
    await connected.client.subscribeAsync("v1/devices/me/rpc/request/+", { qos: 1 });
    connected.client.on("message", (topic, payload) => {
      const { method } = JSON.parse(payload.toString()) as { method: string };
      const answer = JSON.stringify({ echo: method, hostile: "<b>bold</b>" });
      connected.client.publish(topic.replace("request", "response"), answer, { qos: 1 });
    });
    await call("getLimits", 60);

    await page.getByRole("log").getByText('"echo":"getLimits"').waitFor();
    await page.getByRole("log").getByText("<b>bold</b>").waitFor();
  });

  test("[COM1] the communication log shows contacts as they happen, with their details", async () => {
    const device = await mqttDevice(app, tenant);
    await using visitor = await Visitor.come(browser, app);
    const { page } = visitor;
    await visitor.arrive(`/devices/${device.id}/communication`);
    await page.getByRole("heading", { name: "Nothing in this range" }).waitFor();

    await using connected = await connectMqttJs(app, device.token);
    await page
      .getByRole("button", { name: /CONNECT/ })
      .first()
      .click();
    await page.getByRole("dialog").getByText("from the device").waitFor();

    expect(connected.client.connected).toBe(true);
    expect(visitor.complaints).toEqual([]);
  });
});
