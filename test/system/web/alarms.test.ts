import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { webStories } from "../../support/web-stories.ts";

webStories("alarms", (stage) => {
  test("[ALM4] the inbox shows what is wrong, handles it by keys and by hand, and lets new ones wait", async () => {
    const home = await stage.app.tenant();
    const { id } = (await stage.app.device(home, { name: "pump P-03" })).id;
    const raise = async (deviceId: string, type: string, severity: string, details: object = {}) =>
      expectOk(await home.admin.post("/api/alarm", { originator: { id: deviceId }, type, severity, details }));
    await raise(id, "Bearing too hot", "CRITICAL", { temperature: 90.4 });
    await raise(id, "Battery low", "WARNING");
    await using visitor = await stage.visitorAt("/alarms", home.username);
    const { page } = visitor;

    // keys: the worst is first; it is opened, selected and acknowledged
    await page.getByRole("button", { name: "Bearing too hot" }).waitFor();
    await page.keyboard.press("j");
    const detail = page.getByRole("complementary", { name: "Bearing too hot" });
    await detail.getByText("90.4").waitFor();
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("rowgroup").getByText("Active, acknowledged").waitFor();
    await detail.getByText(`acknowledged by ${home.username}`).waitFor();

    // a comment, begun with a key; the letters in it are no keys
    await page.keyboard.press("c");
    await page.keyboard.type("jack takes care");
    await detail.getByRole("button", { name: "Send" }).click();
    await detail.getByText("jack takes care").waitFor();

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

    // filters, and what the history says
    await page.getByLabel("State").selectOption("Active");
    await page.getByText("Nothing is wrong within these filters.").waitFor();
    await page.getByRole("button", { name: "Statistics" }).click();
    await page.getByRole("region", { name: "Statistics" }).getByText("Vibration high").first().waitFor();

    // the device's own page, and its mark in the list
    await raise(id, "Leak", "MINOR");
    await visitor.go(`/devices/${id}/alarms`);
    await page.getByRole("button", { name: "Leak" }).waitFor();
    await visitor.go("/devices");
    await page.getByRole("img", { name: "Minor" }).first().waitFor();
  });
});
