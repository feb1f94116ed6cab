import { randomUUID } from "node:crypto";
import type { OwnRoleRecord, ProjectRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";

webStories("roles and grants", (stage) => {
  test("[ROL1] a user gets roles in projects on the users' page", async () => {
    const home = stage.tenant;
    const project = expectOk(await home.admin.post("/api/project", { name: "North" })).json<ProjectRecord>();
    const username = `ada-${randomUUID()}`;
    await stage.app.user(home.admin, home.id, username, "VIEWER");
    await using visitor = await stage.insiderAt("/users");
    const { page } = visitor;

    await page.getByRole("button", { name: `Roles and projects: ${username}` }).click();
    await page.getByLabel("Role 1").selectOption("Operator");
    await page.getByLabel("Project 1").selectOption("North");
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "Operator North" }).waitFor();

    const client = await stage.app.login(username);
    await stage.app.device(home, { name: "hidden" });
    await stage.app.device(home, { name: "seen", projectId: project.id });
    const devices = await client.get(`/api/tenants/${home.id}/devices`);
    expect(devices.json<{ data: { name: string }[] }>().data.map(({ name }) => name)).toEqual(["seen"]);
  });

  test("[ROL1] a role is made: what a permission needs comes with it, and that is said", async () => {
    await using visitor = await stage.insiderAt("/roles");
    const { page } = visitor;

    await page.getByRole("button", { name: "New role" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Night shift");
    await page.getByRole("checkbox", { name: /^Write data/ }).check();
    await page.getByText("Write data needs Read data: added as well.").waitFor();
    expect(await page.getByRole("checkbox", { name: /^Read data/ }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: /^Read data/ }).uncheck();
    await page.getByText("Write data need Read data: removed as well.").waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Create", exact: true }).click();

    await page.getByRole("button", { name: "Copy: Night shift" }).click();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Night shift (copy)");
  });

  atLength("[ROL1] a change shows before it is made what it does to whom; one made meanwhile is told", async () => {
    const home = await stage.app.tenant();
    const roles = `/api/tenants/${home.id}/roles`;
    const made = expectOk(await home.admin.post(roles, { name: "Guests", permissions: ["VIEW_DEVICES"] }));
    const role = made.json<OwnRoleRecord>();
    const username = `guest-${randomUUID()}`;
    const user = { username, password: testPassword, grants: [{ roleId: role.id, projectId: null }] };
    expectOk(await home.admin.post(`/api/tenants/${home.id}/users`, user));
    await using visitor = await stage.visitorAt("/roles", home.username);
    visitor.provokes(409);
    const { page } = visitor;

    await page.getByRole("button", { name: "Edit: Guests" }).click();
    await page.getByRole("checkbox", { name: /^See files/ }).check();
    await page.getByText("This changes what 1 of 1 users").waitFor();
    await page.getByText("gains See files").waitFor();
    expectOk(await home.admin.post(roles, { ...role, name: "Visitors" }));
    await page.getByRole("button", { name: "Save" }).click();

    await page.getByRole("alert").getByText("changed meanwhile").waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "History: Guests" }).click();
    const history = page.getByRole("dialog", { name: "History: Guests" });
    await history.getByRole("button", { name: "Added" }).waitFor();
    await history.getByRole("button", { name: "Changed", exact: true }).click();
    await page.getByRole("cell", { name: "Visitors", exact: true }).waitFor();
    await expectAccessibleAtLength(page);
  });
});
