import type { MaintenanceWindowRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("alarms", (stage) => {
  atLength("[ALM3] maintenance is planned for a device each week, is on, and is changed and deleted", async () => {
    const home = await stage.app.tenant();
    const { id } = await stage.app.device(home, { name: "pump P-07" });
    const planned = async () =>
      expectOk(await home.admin.get("/api/maintenanceWindows?page=0&pageSize=10")).json<{
        data: MaintenanceWindowRecord[];
      }>().data;
    await using visitor = await stage.visitorAt("/maintenance", home.username);
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    // once: from now on, for everything
    await page.getByText("No maintenance planned").waitFor();
    await page.getByRole("button", { name: "Plan maintenance" }).click();
    await dialog.getByLabel("Name").fill("Overhaul");
    await dialog.getByLabel("To", { exact: true }).fill("2000-01-01T00:00:00");
    await dialog.getByRole("button", { name: "Plan maintenance" }).click();
    await dialog.getByText("It ends before it begins.").waitFor();
    await dialog.getByLabel("To", { exact: true }).fill("2099-01-01T00:00:00");
    await dialog.getByRole("button", { name: "Plan maintenance" }).click();
    await page.getByRole("row", { name: /Overhaul .* Everything On now/ }).waitFor();

    // each week, all of it, for one device
    await page.getByRole("button", { name: "Edit: Overhaul" }).click();
    await dialog.getByRole("button", { name: "Every week" }).click();
    await dialog.getByLabel("Mon").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Choose at least one day.").waitFor();
    await dialog.getByLabel("Sun").check();
    await dialog.getByLabel("Lasts (hours)").fill("168");
    await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
    await dialog.getByLabel("Device", { exact: true }).fill("pump");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("There is no device named pump.").waitFor();
    await dialog.getByLabel("Device", { exact: true }).fill("PUMP P-07");
    await expectAccessibleAtLength(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Sun at 06:00 for 7 days \(Europe\/Berlin\) pump P-07 On now/ }).waitFor();
    expect(await planned()).toMatchObject([
      {
        name: "Overhaul",
        endTs: null,
        deviceId: id,
        active: true,
        recurrence: { weekdays: [7], durationMs: 604_800_000 },
      },
    ]);

    await page.getByRole("button", { name: "Delete: Overhaul" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No maintenance planned").waitFor();
    expect(await planned()).toEqual([]);
  });

  test("[ALM4] the inbox shows what is wrong, handles it by keys and by hand, and lets new ones wait", async () => {
    const home = stage.tenant;
    const { id } = (await stage.app.device(home, { name: "pump P-03", label: "Hall 3" })).id;
    const raise = async (deviceId: string, type: string, severity: string, details: object = {}) =>
      expectOk(await home.admin.post("/api/alarm", { originator: { id: deviceId }, type, severity, details }));
    await raise(id, "Bearing too hot", "CRITICAL", { temperature: 90.4 });
    await raise(id, "Battery low", "WARNING");
    await using visitor = await stage.insiderAt("/alarms");
    const { page } = visitor;

    // keys: the worst is first; it is opened, selected and acknowledged
    await page.getByRole("button", { name: "Bearing too hot" }).waitFor();
    await page.keyboard.press("j");
    const detail = page.getByRole("complementary", { name: "Bearing too hot" });
    await detail.getByText("90.4").waitFor();
    await detail.getByRole("link", { name: "pump P-03" }).waitFor(); // [#17.19] as it is called everywhere
    await page
      .getByRole("row", { name: /Bearing too hot/ })
      .getByText("Hall 3")
      .waitFor();
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("rowgroup").getByText("Active, acknowledged").waitFor();
    await detail.getByText(`acknowledged by ${home.username}`).waitFor();

    // a comment, begun with a key; the letters in it are no keys, and a double click sends it once
    await page.keyboard.press("c");
    await page.keyboard.type("jack takes care");
    await detail.getByRole("button", { name: "Send" }).dblclick();
    await detail.getByText("jack takes care", { exact: true }).waitFor();

    // new ones wait
    await raise(id, "Vibration high", "MAJOR");
    const fresh = page.getByRole("button", { name: "1 new" });
    await fresh.waitFor();
    expect(await page.getByRole("button", { name: "Vibration high" }).count()).toBe(0);
    await fresh.click();
    await page.getByRole("button", { name: "Vibration high" }).waitFor();

    // many at once: shelved with a reason, then cleared
    await page.keyboard.press("Escape");
    await page.getByLabel("Select all on this page").check();
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Shelve" }).click();
    await page.getByRole("dialog").getByLabel("Reason, for the record").fill("overhaul");
    await page.getByRole("dialog").getByRole("button", { name: "Shelve" }).click();
    await page
      .getByText(/^shelved until/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("Cleared, not acknowledged").waitFor();

    if (isLongRun()) {
      // filters, and what the history says
      await page.getByLabel("State").selectOption("Active");
      await page.getByText("Nothing is wrong within these filters.").waitFor();
      await page.getByRole("button", { name: "Statistics" }).click();
      await page.getByRole("region", { name: "Statistics" }).getByText("Vibration high").first().waitFor();
    }

    // the device's own page, and its mark in the list
    await raise(id, "Leak", "MINOR");
    await visitor.go(`/devices/${id}/alarms`);
    await page.getByRole("button", { name: "Leak", exact: true }).waitFor();
    await visitor.go("/devices");
    await page.getByRole("img", { name: "Minor" }).first().waitFor();
  });

  test("[NTF1] a sentence says who is told; the bell rings, the inbox leads to the alarm, and why is answered", async () => {
    const home = stage.tenant;
    const { id } = (await stage.app.device(home, { name: "pump P-09" })).id;
    await using visitor = await stage.insiderAt("/notifications");
    const { page } = visitor;

    // the next step is obvious, and its beginning is whole: oneself, at once
    await page.getByText("Nobody is told of alarms yet").waitFor();
    await page.getByRole("link", { name: "Say who is told" }).click();
    await page.getByLabel("Name of the policy").fill("Pumps");
    await page.getByRole("button", { name: "me", exact: true }).click();
    await page.getByRole("dialog", { name: "Who is told" }).getByLabel("Viewer").check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "go out at any hour" }).click();
    await page.getByLabel("There are quiet hours").check();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "escalation" }).click();
    await page.getByRole("button", { name: "5 s", exact: true }).click();
    await page.getByRole("textbox", { name: "Waits so long for more" }).fill("0");
    await page.getByRole("button", { name: "Done" }).click();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Create the policy" }).click();
    const card = page.getByRole("region", { name: "Pumps" });
    await card
      .getByText("Critical or Major alarm of any device is raised or gets worse, tell every Viewer and me")
      .waitFor();
    await card.getByText("every day from 22:00 to 06:00").waitFor();

    // an alarm rings the bell wherever one is, and what it says leads to the alarm
    const alarm = await home.admin.calls.alarms.save({
      body: { originator: { id }, type: "Bearing too hot", severity: "CRITICAL" },
    });
    await page.getByText("Inbox, 1 unread").waitFor();
    await page.locator("summary.bell").click();
    await page.getByRole("link", { name: /Bearing too hot, pump P-09/ }).click();
    const detail = page.getByRole("complementary", { name: "Bearing too hot" });
    await detail.getByText("Told. A message arrived (web)").waitFor();
    expect(new URL(page.url()).searchParams.get("alarm")).toBe(alarm.id.id);
    await page.getByText("Inbox, nothing unread").waitFor();

    if (isLongRun()) {
      // what was sent about it, and its record
      await detail.getByRole("link", { name: "What was sent about it" }).click();
      await page
        .getByRole("row", { name: /Bearing too hot.* web delivered/ })
        .getByRole("button")
        .click();
      await page.getByText("It is in the inbox: nothing has to be sent.").waitFor();
      await expectAccessibleAtLength(page);
      await page.getByRole("link", { name: "My inbox" }).click();
    } else await visitor.go("/notifications/inbox");

    // the inbox keeps it until it is removed
    await page.getByRole("heading", { name: "My inbox", level: 1 }).waitFor(); // the record says the same words
    await page.getByRole("button", { name: /Bearing too hot/ }).click();
    const message = page.getByRole("complementary");
    await message.getByText("Pumps", { exact: true }).waitFor();
    await expectAccessibleAtLength(page);
    await message.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Nothing was told yet").waitFor();
  });

  atLength(
    "[NTF1] a webhook shows its secret once and what is said to a test; who may not edit has an inbox only",
    async () => {
      const home = await stage.app.tenant();
      const viewer = fresh("viewer");
      await stage.app.user(home.admin, home.id, viewer, "VIEWER");
      await using visitor = await stage.visitorAt("/notifications/webhooks", home.username);
      visitor.provokes(400);
      const { page } = visitor;
      const dialog = page.getByRole("dialog");
      await page.getByText("No webhooks").waitFor();
      await page.getByRole("button", { name: "New webhook" }).click();
      await dialog.getByLabel("Name").fill("Maintenance");
      await dialog.getByLabel("Address").fill("ftp://example.org");
      await dialog.getByRole("button", { name: "New webhook" }).click();
      await dialog.getByText("has to be such as https://").waitFor();
      await dialog.getByLabel("Address").fill("http://127.0.0.1:9/x");
      await dialog.getByRole("button", { name: "New webhook" }).click();
      expect(await dialog.getByLabel("Secret of the webhook").inputValue()).toMatch(/^whsec_/);
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "I have stored it" }).click();
      await page.getByRole("row", { name: /Maintenance.*127\.0\.0\.1:9/ }).waitFor();
      await page.getByRole("button", { name: "Test: Maintenance" }).click();
      await page.getByText("It was not taken:").waitFor();
      await expectAccessibleAtLength(page);
      await page.getByRole("button", { name: "Delete: Maintenance" }).click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No webhooks").waitFor();

      await using other = await stage.visitorAt("/notifications/inbox", viewer);
      await other.page.getByText("Nothing was told yet").waitFor();
      expect(await other.page.getByRole("link", { name: "Who is told" }).count()).toBe(0);
      await other.go("/notifications");
      await other.page.getByText("Your role does not allow this").waitFor();
    },
  );
});
