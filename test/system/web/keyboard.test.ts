import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

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
  test("one logs in, finds a device, draws a chart, chooses its time, and gets out of menus and dialogs again", async () => {
    const { tenant } = stage;
    const name = fresh("pump-7");
    const device = await stage.app.device(tenant, { name });
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    expectOk(await tenant.admin.post(path, { level: 4.2, state: "idle" }));
    await using visitor = await stage.guest();
    const { page } = visitor;
    await visitor.open();
    await page.getByRole("heading", { level: 1 }).waitFor();

    await page.keyboard.type(stage.username);
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
    await tabTo(page, /Last hour/);
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: "Calendar" }).waitFor();
    await tabTo(page, "Last 24 hours");
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=now-24h&to=now/);
    if (isLongRun()) {
      await tabTo(page, "Earlier");
      await page.keyboard.press("Enter");
      await page.waitForURL(/from=\d+&to=\d+/);
      await tabTo(page, /^Time/);
      await page.keyboard.press("Enter");
      await page.getByRole("grid", { name: "Calendar" }).waitFor();
      await tabTo(page, /day,.* \d{4}$/); // the one day of the calendar that Tab reaches
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("grid", { name: "Calendar" }).count()).toBe(0);
    }
    await tabTo(page, /User menu/);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "API description" }).waitFor();
    await page.keyboard.press("Escape");

    await expect.poll(() => page.getByRole("link", { name: "API description" }).isVisible()).toBe(false);
  });

  atLength("the first stop of a page leads past the navigation to its content", async () => {
    await using visitor = await stage.visitorAt("/users");
    const { page } = visitor;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    await tabTo(page, "Skip to the content");
    await page.keyboard.press("Enter");

    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  test("[#17.24] Ctrl+K finds devices, channels, dashboards, pages and actions, and remembers what was chosen", async () => {
    const home = await stage.app.tenant();
    const [one] = await Promise.all([
      stage.app.device(home, { name: "Stand 4", label: "Gearbox" }),
      stage.app.device(home, { name: "Stand 14" }),
      home.admin.calls.dashboards.save({ body: { title: "All stands" } }),
    ]);
    const telemetry = `/api/plugins/telemetry/DEVICE/${one.id.id}`;
    expectOk(await home.admin.post(`${telemetry}/timeseries/ANY`, { oil_temp: 81.5, speed: 1200 }));
    expectOk(await home.admin.post(`${telemetry}/attributes/SERVER_SCOPE`, { position: "roof" }));
    const named = { name: "Press", channels: [{ key: "p_oil", name: "Öldruck" }] };
    expectOk(await home.admin.post("/api/deviceProfile", named));
    const press = await stage.app.device(home, { name: "Press 9", type: "Press" });
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${press.id.id}/timeseries/ANY`, { p_oil: 4.5 }));
    await using visitor = await stage.visitorAt("/projects", home.username);
    const { page } = visitor;
    const field = page.getByRole("combobox", { name: /^Search/ });
    const groups = () => page.getByRole("listbox").getByRole("group");
    const option = (group: string, name: RegExp) =>
      page.getByRole("group", { name: group }).getByRole("option", { name });
    const search = async (text: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await field.fill(text);
    };

    await search("stand 4 oil");
    await option("Channels", /oil_temp.*Stand 4.*81\.5/).waitFor();
    await expectAccessibleAtLength(page);
    await field.fill("öldruck"); // of a device that neither has it in its name nor was heard of lately
    await option("Channels", /Öldruck.*Press 9 · p_oil.*4\.5/).waitFor();
    await field.fill("position:roof");
    await option("Devices", /Stand 4/).waitFor();
    await expect.poll(() => page.getByRole("option", { name: /Stand 14/ }).count()).toBe(0);
    await field.fill("stand");
    await option("Dashboards", /All stands/).waitFor();
    await option("Devices", /Stand 4/).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect(await page.locator('[aria-selected="true"]').getAttribute("id")).toBe(
      await field.getAttribute("aria-activedescendant"),
    );
    await field.fill("gearbox");
    await option("Devices", /Stand 4/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/devices/${one.id.id}`);
    await search("");
    await option("Recently chosen", /Stand 4/).waitFor();
    await field.fill("> new dev");
    await expect.poll(() => groups().count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/devices/new");
    if (isLongRun()) {
      await search("> import dev");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: "Import devices from CSV" }).waitFor();
      await page.keyboard.press("Control+k");
      expect(await field.count()).toBe(0); // not in front of what waits for an answer
      await page.keyboard.press("Escape");
      await search("zzz");
      await page.getByText("Nothing found for “zzz”").waitFor();
      await page.keyboard.press("Escape");
    }

    await expect.poll(() => field.count()).toBe(0);
  });

  atLength("a search finds only what one may see and do, and gives up what is asked no more", async () => {
    const home = await stage.app.tenant();
    await stage.app.device(home, { name: "Stand 4" });
    const username = `viewer-${randomUUID()}`;
    await stage.app.user(home.admin, home.id, username, "VIEWER");
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await visitor.arrive("/devices", username);
    const gone: string[] = [];
    page.on("requestfailed", (request) => gone.push(request.url()));
    // An answer that never comes: what is typed next does not wait for it.
    await page.route(/textSearch=slow/, () => undefined);
    const button = page.getByRole("button", { name: /^Search devices/ });

    await button.click();
    const field = page.getByRole("combobox", { name: /^Search/ });
    const asked = page.waitForRequest(/devices.*textSearch=slow/);
    await field.fill("slow");
    await asked;
    await field.fill("stand");
    await page
      .getByRole("group", { name: "Devices" })
      .getByRole("option", { name: /Stand 4/ })
      .waitFor();
    await field.fill("new");
    await page.getByText("Nothing found for “new”").waitFor();
    await field.fill(">");
    await page.getByRole("option", { name: "Log out" }).waitFor();
    expect(await page.getByRole("option", { name: /New/ }).count()).toBe(0);
    await page.getByRole("option", { name: "Theme: Dark" }).click();

    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await expect.poll(() => gone.filter((url) => url.includes("textSearch=slow")).length).toBeGreaterThan(0);
  });
});
