import type { CalculatedChannelRecord, DeviceTypeRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";

const minuteMs = 60_000;

/**
 * Runs in the page: what is said in passing is pressed in the moment it comes, since it goes by itself. Whether a press in its middle meets
 * it and nothing below, and takes it away.
 */
const pressToast = () =>
  new Promise<{ isMet: boolean; isGone: boolean }>((resolve) => {
    const look = async () => {
      const toast = document.querySelector<HTMLElement>(".toast");
      if (!toast) return;
      observer.disconnect();
      const { left, top, width, height } = toast.getBoundingClientRect();
      const isMet = toast.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      toast.click();
      await Promise.resolve();
      resolve({ isMet, isGone: !toast.isConnected });
    };
    const observer = new MutationObserver(() => void look());
    observer.observe(document.body, { childList: true, subtree: true });
  });

webStories("calculated channels", (stage) => {
  /** A type with one device that sent a voltage and a current for half an hour. */
  async function given(home: TestTenant): Promise<{ type: DeviceTypeRecord; deviceId: string }> {
    const channels = [
      { key: "current", name: "Current", unit: "A" },
      { key: "voltage", name: "Voltage", unit: "V" },
    ];
    const type = expectOk(
      await home.admin.post("/api/deviceProfile", { name: "Pump", channels }),
    ).json<DeviceTypeRecord>();
    const { id } = await stage.app.device(home, { name: "P-03", type: type.name });
    const begin = Date.now() - 60 * minuteMs;
    const points = Array.from({ length: 30 }, (_, minute) => ({
      ts: begin + minute * minuteMs,
      values: { voltage: 230, current: 10 },
    }));
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, points));
    return { type, deviceId: id.id };
  }

  test("[RUL7] a channel is made from its type, checked and drawn while it is written, filled in, and marked at the device", async () => {
    const home = stage.tenant;
    const { type, deviceId } = await given(home);
    await using visitor = await stage.visitorAt(`/types/${type.id.id}`, home.username);
    const { page } = visitor;

    await page.getByRole("region", { name: "Calculated channels" }).getByRole("link", { name: "New channel" }).click();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("30 results").waitFor();
    await page.getByLabel("Key", { exact: true }).fill("power");
    await page.getByLabel("Name", { exact: true }).fill("Power");
    await page.getByLabel("Unit", { exact: true }).fill("W");

    // a name of the expression is renamed where it stands
    await page.getByRole("button", { name: "Current of the device" }).press("Enter");
    await page.getByRole("dialog", { name: "Calculated from: a" }).getByLabel("Name in the expression").fill("amps");
    await page.keyboard.press("Escape");
    const expression = page.getByLabel("Expression (CEL)");
    await expect.poll(() => expression.inputValue()).toBe("amps * b");

    // what is wrong is told with its place
    await expression.fill("amps *\n  volts");
    await page.getByText('there is no input "volts" (line 2, column 3)').waitFor();
    await expression.fill("amps * b / 1000.0");
    await page.getByText("It can be calculated.").waitFor();
    await preview.getByText("2.3", { exact: true }).waitFor();
    await expectAccessibleAtLength(page);
    const pressed = page.evaluate(pressToast); // it may lie over what comes next
    await page.getByRole("button", { name: "Create channel" }).click();
    await page.getByText("version 1").waitFor();
    expect(await pressed).toEqual({ isMet: true, isGone: true });
    const { data } = expectOk(await home.admin.get("/api/calculatedChannels")).json<{
      data: CalculatedChannelRecord[];
    }>();
    expect(data.map(({ definition }) => definition)).toMatchObject([
      {
        ...{ key: "power", name: "Power", unit: "W", expression: "amps * b / 1000.0" },
        scope: { kind: "DEVICE_TYPE", deviceTypeId: type.id.id },
        inputs: [
          { kind: "CHANNEL", name: "amps", key: "current" },
          { kind: "CHANNEL", name: "b", key: "voltage" },
        ],
      },
    ]);

    // the past, as a job
    const fill = page.getByRole("region", { name: "Fill in the past" });
    await fill.getByRole("button", { name: "Calculate" }).click();
    await fill.getByText("Done: 30 points changed").waitFor();

    // at the device, with what it is for
    await visitor.go(`/devices/${deviceId}`);
    await page.getByRole("link", { name: /^Power \(calculated\) 2\.3 W/ }).waitFor();
    await page.getByRole("link", { name: "Calculated channels" }).click();
    await page.getByText("Only for P-03").waitFor();
    await page.getByRole("row", { name: /Power power .* every Pump W/ }).waitFor();
  });

  atLength(
    "[RUL7] what is added up over a project is kept by one device, and what is stored under its key is asked about",
    async () => {
      const home = await stage.app.tenant();
      const { deviceId } = await given(home);
      const total = await stage.app.device(home, { name: "Totals" });
      await using visitor = await stage.visitorAt(`/calculated/new?device=${deviceId}`, home.username);
      const { page } = visitor;

      // of one device, from what is added up over the others: it has an interval then
      await page.getByRole("button", { name: "P-03", exact: true }).click();
      await page.getByRole("dialog", { name: "For" }).getByLabel("Device", { exact: true }).fill("Totals");
      await page.getByRole("button", { name: "Totals", exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: /^Remove this value: b/ }).click();
      await page.getByRole("button", { name: "value over a project" }).click();
      await page.getByRole("button", { name: /^the sum of/ }).waitFor();
      await page.getByRole("button", { name: /^Remove this value: a/ }).click();
      await page.getByRole("button", { name: /^the sum of/ }).click();
      await page
        .getByRole("dialog", { name: /^Calculated from/ })
        .getByLabel("Channel", { exact: true })
        .fill("current");
      await page.keyboard.press("Escape");
      await page.getByLabel("Expression (CEL)").fill("b");
      await page.getByLabel("A result every", { exact: true }).waitFor();

      await page.getByLabel("Key", { exact: true }).fill("total");
      await page.getByText("It can be calculated.").waitFor();
      await page
        .getByRole("region", { name: "Preview" })
        .getByText(/^Newest result: 10/)
        .waitFor();

      // points that are there under the key are not replaced unasked
      const points = [{ ts: Date.now() - minuteMs, values: { total: 1 } }];
      expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${total.id.id}/timeseries/ANY`, points));
      visitor.provokes(409);
      await page.getByRole("button", { name: "Create channel" }).click();
      await page
        .getByRole("dialog", { name: "Replace what is stored?" })
        .getByRole("button", { name: /^Replace/ })
        .click();
      await page.getByText("version 1").waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("No calculated channels yet").waitFor();
    },
  );
});
