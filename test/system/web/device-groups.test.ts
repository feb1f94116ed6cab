import type { CheckedDeviceGroup } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const phone = { viewport: { width: 390, height: 844 } };

webStories("device groups", (stage) => {
  test("[PRJ2] a filter is put together with its count in sight, saved, remembered, changed and deleted", async () => {
    const home = stage.tenant;
    for (const name of ["pump 1", "pump 2", "fan"]) await stage.app.device(home, { name, type: name.slice(0, 3) });
    await using visitor = await stage.visitorAt("/devices", home.username);
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    await page.getByLabel("Group").focus();
    await page.getByRole("button", { name: "New group" }).click();
    await dialog.getByText("3 devices match").waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("Pumps");
    await dialog.getByLabel("Add condition").selectOption("Name");
    await dialog.getByLabel("Text").fill("PUMP");
    await dialog.getByText("2 devices match").waitFor();
    await dialog.getByLabel("Add condition").selectOption("Type");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("A condition is not filled in yet.").waitFor();
    await dialog
      .getByRole("group", { name: "Condition 2: Type" })
      .getByLabel("Type", { exact: true })
      .selectOption("pum");
    await dialog.getByText("2 devices match").waitFor();
    await expectAccessibleAtLength(page);
    await page.keyboard.press("Enter");
    await page.getByText("Pumps was saved").waitFor();
    await page.getByRole("link", { name: "fan" }).first().waitFor({ state: "detached" });
    await page.getByLabel("Group").locator("option", { hasText: "Pumps (2)" }).waitFor({ state: "attached" });
    if (isLongRun()) {
      await page.getByRole("searchbox").fill("pump 2");
      await page.getByText("1 of its 2 devices are shown").waitFor();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("link", { name: "pump 1" }).waitFor();
    }
    await page.getByLabel("Select all that match").check(); // without any project
    await page.getByRole("button", { name: "Send command" }).click();
    await dialog.getByRole("button", { name: "SCPI" }).click();
    await dialog.getByLabel("Text").fill("*IDN?");
    await dialog.getByRole("button", { name: "Send to 2 devices" }).click();
    await page.getByText("Done: 2 devices of 2 changed").waitFor();
    await dialog.getByText("Close", { exact: true }).click();
    await (isLongRun() ? visitor.open("/devices") : visitor.go("/devices"));
    await page.getByRole("link", { name: "pump 2" }).waitFor();
    await expect.poll(() => page.getByLabel("Group").locator("option:checked").textContent()).toContain("Pumps");
    if (isLongRun()) {
      await page.getByLabel("Group").selectOption("");
      await page.getByRole("link", { name: "fan" }).first().waitFor();
      await page.goBack(); // also out of what was only remembered
      await page.getByRole("link", { name: "fan" }).first().waitFor({ state: "detached" });
    }

    await page.getByRole("button", { name: "Edit group" }).click();
    await dialog.getByRole("button", { name: "Remove condition: Name" }).click();
    await dialog.getByRole("button", { name: "any condition" }).click();
    await dialog.getByLabel("Add condition").selectOption("Attribute");
    await dialog.getByRole("combobox", { name: "Attribute", exact: true }).fill("nowhere");
    await dialog.getByLabel("Value", { exact: true }).fill("x");
    await dialog.getByText("No device has an attribute of this key").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("note").getByText("2: No device has an attribute of this key").waitFor();
    await page.getByRole("button", { name: "Edit group" }).click();
    await dialog.getByRole("button", { name: "Delete group" }).click();
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("link", { name: "fan" }).first().waitFor();
  });

  atLength("[PRJ2] on a phone, in German and in the dark, a long name fits", async () => {
    const home = await stage.app.tenant();
    const name = `Gruppe ${"mit langem Namen ".repeat(12)}`.trim();
    const filter = {
      kind: "ANY",
      conditions: [
        {
          kind: "LATEST_VALUE",
          key: "oil_temperature_of_the_gearbox",
          comparison: "GREATER",
          value: 60,
          newerThanMs: 3_600_000,
        },
        { kind: "ACTIVITY", state: "INACTIVE", sinceMs: 86_400_000 },
        { kind: "ALL", conditions: [{ kind: "PROJECT", projectIds: ["none"] }] },
      ],
    };
    const saved = expectOk(await home.admin.post("/api/deviceGroup", { name, filter })).json<CheckedDeviceGroup>();
    await using visitor = await stage.visitorAt("/devices", home.username, { ...phone, colorScheme: "dark" });
    const { page } = visitor;
    await page.evaluate(() => localStorage.setItem("heliograph.language", "de"));
    await page.goto(`${new URL(page.url()).origin}/devices?group=${saved.id.id}`);

    await page.locator(".filter-fold").click();
    await page.getByText("Kein Gerät hat Telemetrie mit diesem Schlüssel gesendet").waitFor();
    await page.getByRole("button", { name: "Gruppe bearbeiten" }).click();
    await page.getByRole("dialog").getByText("0 Geräte passen").waitFor();

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.getByRole("dialog").evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    await expectAccessibleAtLength(page);
  });
});
