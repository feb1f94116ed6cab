import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { fresh, webStories } from "../../support/web-stories.ts";

/** More stops than any page has. */
const mostStops = 60;

/** Goes on with Tab until what has the focus is called so, as a screen reader would say it; and it has to be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press("Tab");
    const [text = "", outline] = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused === document.body) return ["", "none"];
      const labels = "labels" in focused ? [...((focused.labels ?? []) as NodeListOf<HTMLElement>)] : [];
      const words = focused.getAttribute("aria-label") ?? labels.map((label) => label.innerText).join(" ");
      return [(words || focused.innerText).trim(), getComputedStyle(focused).outlineStyle];
    });
    passed.push(text);
    if (!(typeof name === "string" ? text.startsWith(name) : name.test(text))) continue;
    expect([text, outline]).not.toEqual([text, "none"]);
    return;
  }
  throw new Error(`Tab never came to ${name}, only to: ${passed.join(" | ")}`);
}

webStories("with the keyboard alone", (stage) => {
  test("one logs in, finds a device, draws a chart, pans it, and gets out of menus and dialogs again", async () => {
    const { tenant } = stage;
    const name = fresh("pump-7");
    const device = await stage.app.device(tenant, { name });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    expectOk(await tenant.admin.post(path, { level: 4.2, state: "idle" }));
    await using visitor = await stage.guest();
    const { page } = visitor;
    await visitor.open();
    await page.getByRole("heading", { level: 1 }).waitFor();

    await page.keyboard.type("admin");
    await tabTo(page, "Password");
    await page.keyboard.type(testPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name }).waitFor();
    await tabTo(page, name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name }).waitFor();
    await tabTo(page, "Telemetry");
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "Chart: level" }).waitFor(); // drawn before anybody chose it
    await tabTo(page, /^level/);
    await page.keyboard.press("Space");
    await page.getByText("Choose channels to draw").waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("img", { name: "Chart: level" }).waitFor();
    await tabTo(page, "24 h");
    await page.keyboard.press("Enter");
    await page.waitForURL(/range=24h/);
    await tabTo(page, "Earlier");
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=\d+&to=\d+/);
    await tabTo(page, "Custom");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await tabTo(page, /User menu/);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "API description" }).waitFor();
    await page.keyboard.press("Escape");

    await expect.poll(() => page.getByRole("link", { name: "API description" }).isVisible()).toBe(false);
  });

  test("the first stop of a page leads past the navigation to its content", async () => {
    await using visitor = await stage.visitorAt("/users");
    const { page } = visitor;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    await tabTo(page, "Skip to the content");
    await page.keyboard.press("Enter");

    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });
});
