import { expect, test } from "vitest";
import { expectOk } from "../../support/app.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

webStories("the audit log", (stage) => {
  test("[AUD1] who changed what is found, shown before and after, and exported; a device has its own history", async () => {
    const home = stage.tenant;
    const name = fresh("audited pump");
    const device = await stage.app.device(home, { name, label: "old label" });
    const change = { id: device.id, name, label: "new label" };
    expectOk(await home.admin.post("/api/device", change));
    await using visitor = await stage.visitorAt("/audit");
    const { page } = visitor;

    await page.getByLabel("User or entity").fill(name.toUpperCase());
    await page.getByLabel("Kind of thing").selectOption("User");
    await page.getByText("Nothing in this range").waitFor();
    await page.getByLabel("Kind of thing").selectOption("Device");
    await page.getByLabel("Action").selectOption("Changed");
    await page.getByRole("row", { name }).getByRole("button", { name: "Changed" }).click();
    const row = page.getByRole("dialog").getByRole("row", { name: "label" });
    await expect.poll(() => row.getByRole("cell").allTextContents()).toEqual(["label", "old label", "new label"]);
    await page.keyboard.press("Escape");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await saving).suggestedFilename()).toBe("audit.csv");

    await visitor.go(`/devices/${device.id.id}/history`);
    await page.getByRole("button", { name: "Added" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(3);
    await page.locator("summary", { hasText: "All time" }).click();
    await page.getByRole("button", { name: "Yesterday" }).click(); // before it was there
    await page.getByText("Nothing in this range").waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toBe("now/d");
    await page.goBack();
    await page.getByRole("button", { name: "Added" }).waitFor();
    await page.getByLabel("Action").selectOption("File downloaded");
    await page.getByText("Nothing in this range").waitFor();
  });
});
