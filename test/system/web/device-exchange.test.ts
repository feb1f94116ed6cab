import { HttpLogger } from "@heliograph/device";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { connectMqttJs, mqttDevice } from "../../support/mqtt-device.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("exchange with a device", (stage) => {
  test("[CMD2, MQ6] a command is queued, shown and cancelled; the console shows what a device answers, and that it is not there", async () => {
    const device = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.insiderAt(`/devices/${device.id}/commands`);
    const { page } = visitor;
    visitor.provokes(504);
    const call = async (method: string, timeoutS: number) => {
      await page.getByLabel("Method").fill(method);
      await page.getByLabel("Timeout (s)").fill(String(timeoutS));
      await page.getByRole("button", { name: "Call" }).click();
    };

    await page.getByRole("button", { name: "New command" }).click();
    await page.getByRole("dialog").getByLabel("Method").waitFor(); // a call comes first [#17.26]
    await page.getByRole("dialog").getByRole("button", { name: "SCPI" }).click();
    await page.getByRole("dialog").getByLabel("Text").fill("*IDN?");
    await page.getByRole("dialog").getByRole("button", { name: "Queue command" }).click();
    const row = page.getByRole("row", { name: /\*IDN\?/ });
    await row.getByText("queued").waitFor();
    await row.getByRole("button", { name: "Cancel command" }).click();

    await row.getByText("cancelled").waitFor();
    await expectAccessibleAtLength(page);

    await call("nobodyHome", 1);
    await page.getByRole("log").locator(".bad-text").waitFor();
    await using connected = await connectMqttJs(stage.app, device.token);
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

  atLength("[CMD2] the answer of a device appears while its command is looked at", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const answer = () => "ACME,Logger,<b>1234</b>,2.13.0";
    const logger = new HttpLogger({ base: `http://127.0.0.1:${stage.app.node.httpPort}`, token, answer });
    await using visitor = await stage.insiderAt(`/devices/${id}/commands`);
    const { page } = visitor;
    await page.getByRole("heading", { name: "No commands yet" }).waitFor();
    expectOk(await stage.tenant.admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: "*IDN?" }));
    await page.getByRole("button", { name: "Details: *IDN?" }).click();
    await page.getByRole("dialog").getByText("queued").waitFor();

    await logger.ping();

    await page.getByRole("dialog").getByText("done").waitFor();
    await page.getByRole("dialog").getByText(answer()).waitFor();
  });

  atLength(
    "[#17.26] calls come first, with suggestions of the type; what was sent is kept, for oneself and for others",
    async () => {
      const { admin } = stage.tenant;
      const commands = [{ method: "setRelay", parameters: [{ key: "on", kind: "boolean", default: true }] }];
      const type = await admin.post("/api/deviceProfile", { name: fresh("Relay"), commands });
      const device = await stage.app.device(stage.tenant, {
        deviceProfileId: { id: expectOk(type).json<{ id: { id: string } }>().id.id },
      });
      const colleague = fresh("operator");
      await stage.app.user(admin, stage.tenant.id, colleague, "OPERATOR");
      expectOk(await admin.post(`/api/devices/${device.id.id}/commands`, { type: "SCPI", text: "*RST" }));
      const name = fresh("Relay on");
      await using visitor = await stage.visitorAt(`/devices/${device.id.id}/commands`);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      const save = async (as: string, isShared: boolean) => {
        await dialog.getByLabel("Name").fill(as);
        if (isShared) await dialog.getByRole("checkbox").check();
        await dialog.getByRole("button", { name: "Save" }).click();
      };

      await page.getByText("The device's type suggests some.").waitFor();
      await page.getByLabel("Method").fill("setRelay");
      expect(await page.getByLabel("Parameters (JSON)").inputValue()).toBe('{"on":true}');
      await page.getByRole("button", { name: "Save command", exact: true }).click();
      await save(name, true);
      await page.getByRole("button", { name: "Save command: *RST" }).click();
      await save("Only mine", false);
      await page.getByRole("button", { name: "Queue command: Only mine" }).click();
      await expect.poll(() => page.getByRole("row", { name: /\*RST/ }).count()).toBe(2);
      await expectAccessibleAtLength(page);

      await using other = await stage.visitorAt(`/devices/${device.id.id}/commands`, colleague);
      await other.page.getByRole("button", { name: `Use: ${name}` }).click();
      expect(await other.page.getByLabel("Method").inputValue()).toBe("setRelay");
      expect(await other.page.getByText("Only mine").count()).toBe(0);
      expect(await other.page.getByRole("button", { name: `Delete: ${name}` }).count()).toBe(0); // it is somebody else's
      await page.getByRole("button", { name: `Delete: ${name}` }).click();
      await expect.poll(() => page.getByText(name).count()).toBe(0);
    },
  );

  test("[COM1] the communication log shows contacts as they happen, with their details", async () => {
    const device = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.insiderAt(`/devices/${device.id}/communication`);
    const { page } = visitor;
    await page.getByRole("heading", { name: "Nothing in this range" }).waitFor();

    await using connected = await connectMqttJs(stage.app, device.token);
    await page
      .getByRole("button", { name: /Connected/ })
      .first()
      .click();
    await page.getByRole("dialog").getByText("from the device").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await connected.client.publishAsync("v1/devices/me/telemetry", "{no json", { qos: 1 }).catch(() => undefined);
    await page.getByLabel("All results").selectOption("Refused");
    const rows = () => page.locator(".log-table tbody tr").allInnerTexts();
    await expect.poll(async () => (await rows()).map((row) => row.includes("Message refused"))).toEqual([true]);
    await page.getByLabel("Search the log").fill("NO JSON"); // of what was sent
    await expect.poll(async () => (await rows()).length).toBe(1);
    if (isLongRun()) {
      await connected.client
        .publishAsync("v1/devices/me/telemetry", "x".repeat(20_000), { qos: 1 })
        .catch(() => undefined);
      await page.getByLabel("Search the log").fill("xxxx");
      await expect.poll(async () => (await rows()).map((row) => row.includes("19.5 KiB"))).toEqual([true]);
      await page.getByRole("button", { name: /Message refused/ }).click();
      await page.getByText(/of 19.5 KiB are kept/).waitFor();
      const [dialog, sent] = [page.getByRole("dialog"), page.getByRole("dialog").locator("pre")];
      expect((await sent.boundingBox())?.width).toBeLessThan((await dialog.boundingBox())?.width ?? 0); // within it
      await dialog.getByRole("button", { name: "Close" }).click();
    }
    await page.getByLabel("Search the log").fill("nothing like that");
    await page.getByRole("heading", { name: "Nothing fits the search" }).waitFor();

    expect(connected.client.connected).toBe(true);
  });
});
