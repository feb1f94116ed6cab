import { randomUUID } from "node:crypto";
import type { ProjectRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const phone = { viewport: { width: 390, height: 844 } };

webStories("projects", (stage) => {
  const project = async (home: TestTenant, name: string, parent?: ProjectRecord): Promise<ProjectRecord> => {
    const body = { name, ...(parent && { parentId: parent.id }) };
    return expectOk(await home.admin.post("/api/project", body)).json<ProjectRecord>();
  };

  test("[PRJ1] a tree is made, renamed, moved and deleted with the keyboard's help, and says what stands in the way", async () => {
    await using visitor = await stage.insiderAt("/projects");
    visitor.provokes(409);
    const { page } = visitor;
    const add = async (name: string): Promise<void> => {
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name }).waitFor();
    };

    await page.getByText("No projects yet").waitFor();
    await page.getByRole("button", { name: "New project" }).click();
    await add("Line 1");
    await page.getByRole("button", { name: "New project below: Line 1" }).click();
    expect(await page.getByLabel("Below", { exact: true }).locator("option:checked").textContent()).toBe("Line 1");
    await add("Section A");
    await page.getByText("(level 2)").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Delete: Line 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alert").getByText("projects below it").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Rename or move: Section A" }).click();
    await page.getByLabel("Below", { exact: true }).selectOption("At the top");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("(level 2)").waitFor({ state: "detached" });

    await expectAccessibleAtLength(page);
  });

  atLength("[PRJ1, PRJ2] who goes on before the list of devices knows its groups is not led back to it", async () => {
    await project(stage.tenant, "Left early");
    await using visitor = await stage.visitorAt("/devices");
    const { page } = visitor;
    await page.getByLabel("Project").selectOption("Left early");
    await page.waitForURL(/project=/);
    await visitor.open("/users");
    await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
    const [groups, rules] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/deviceGroups*", (route) => groups.promise.then(() => route.continue()));
    await page.route("**/assets/rules-page-*.js", (route) => rules.promise.then(() => route.continue()));

    await visitor.go("/devices");
    const going = visitor.go("/rules");
    await page.waitForURL(/\/rules$/);
    const known = page.waitForResponse("**/api/deviceGroups*");
    groups.resolve();
    await known;
    await page.waitForTimeout(500); // nobody says that nothing happens
    rules.resolve();
    await going;

    expect(new URL(page.url()).pathname).toBe("/rules");
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  });

  test("[PRJ1] devices are moved and deleted from the list, and the project looked at is remembered on every page", async () => {
    const home = stage.tenant;
    const north = await project(home, "North");
    await project(home, "South");
    const name = `pump ${randomUUID()}`;
    const pump = await stage.app.device(home, { name, projectId: north.id });
    await home.admin.calls.alarms.save({ body: { originator: pump.id, type: "Too hot", severity: "MAJOR" } });
    await stage.app.device(home, { name: "elsewhere" });
    await using visitor = await stage.visitorAt("/devices"); // loaded anew: it does not know these projects yet
    const { page } = visitor;

    await page.getByLabel("Project").selectOption("North");
    await page.getByRole("link", { name: "elsewhere" }).waitFor({ state: "detached" });
    await page.locator("summary", { hasText: `Actions: ${name}` }).click();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByLabel("To", { exact: true }).selectOption("South");
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await page.getByText("1 device was moved").waitFor();
    await page.getByText("Nothing matches").waitFor();
    await page.getByLabel("Project").selectOption("South");
    await page.getByRole("link", { name }).waitFor();
    if (isLongRun()) {
      await visitor.open("/devices");
      await page.getByRole("link", { name }).waitFor();
      expect(await page.getByRole("link", { name: "elsewhere" }).count()).toBe(0);
    }
    await visitor.go("/projects");
    await page.getByRole("link", { name: "North" }).click();
    await page.getByText("Nothing matches").waitFor();
    await visitor.go("/alarms");
    await page.getByText("No alarms").waitFor();
    await expect.poll(() => page.getByLabel("Project").locator("option:checked").textContent()).toBe("North");
    await page.getByLabel("Project").selectOption("South");
    await page.getByRole("button", { name: "Too hot" }).waitFor();
    await visitor.go("/devices");
    await page.getByRole("cell", { name: "South" }).getByRole("link").waitFor();

    await page.getByLabel("Project").selectOption("All projects");
    await page.getByRole("link", { name: "elsewhere" }).waitFor();
    await page.getByLabel("Select all that match").check();
    await page.getByText("All 2 devices that match selected").waitFor();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByLabel("To", { exact: true }).selectOption("South");
    await expectAccessibleAtLength(page);
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await page.getByText("Done: 1 device of 2 changed").waitFor(); // the other was there already
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();

    await page.getByLabel("Project").selectOption("South");
    await page.getByLabel("Select elsewhere").check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByText("Delete 1 device?").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete 1 device" }).click();
    await page.getByText("Done: 1 device of 1 deleted").waitFor();
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await page.getByRole("link", { name: "elsewhere" }).waitFor({ state: "detached" });
  });

  atLength("[PRJ1] on a phone and in the dark the tree is whole", async () => {
    const home = await stage.app.tenant();
    await project(home, "Unterwerk mit einem langen Namen", await project(home, "Strecke"));
    await using visitor = await stage.visitorAt("/projects", home.username, {
      ...phone,
      colorScheme: "dark",
    });
    const { page } = visitor;

    await page.getByRole("heading", { name: "Projects" }).waitFor();
    await page.getByRole("link", { name: "Unterwerk" }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessibleAtLength(page);
  });
});
