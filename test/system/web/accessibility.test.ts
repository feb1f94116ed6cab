import { type DashboardRecord, emptyConfiguration } from "@heliograph/contract";
import { HttpLogger, recordMeasurement } from "@heliograph/device";
import { expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant } from "../../support/app.ts";
import { atLength, mostly } from "../../support/at-length.ts";
import { seriousFindings } from "../../support/axe.ts";
import type { Visitor } from "../../support/browser.ts";
import { HttpDevice } from "../../support/device-http.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { sizeOf } from "../../switches.ts";

/** What is wrong in one colour scheme only is a colour: the rest is found in either. */
const themes = (["dark", "light"] as const).slice(0, sizeOf("HELIO_TEST_THEMES"));
const chart = `/telemetry?keys=${encodeURIComponent('["t"]')}&range=1h`;
const tabs = ["", chart, "/attributes", "/files", "/communication", "/commands", "/credentials"];
const ownPages = [
  "/devices",
  "/dashboards",
  "/dashboards/trash",
  "/types",
  "/projects",
  "/users",
  "/roles",
  "/settings",
  "/profile",
  "/connect",
  "/devices/new",
  "/alarms",
  "/rules",
  "/schedules",
  "/schedules?view=calendar",
  "/calculated",
  "/reports",
  "/maintenance",
  "/notifications",
  "/audit",
  "/jobs",
  "/api-description",
];

/** Looks at what is shown with the checker, and collects what it calls serious with the place. */
class Inspection {
  readonly findings: string[] = [];
  readonly looked: string[] = [];
  readonly #visitor: Visitor;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  /** At the page, or at what was `opened` on it. */
  async look(place: string, opened?: string): Promise<void> {
    await this.#visitor.settled();
    this.looked.push(place);
    this.findings.push(...(await seriousFindings(this.#visitor.page, opened)).map((text) => `${place}: ${text}`));
  }
}

/** One after the other in the same window, as one walks through them. */
async function walk(visitor: Visitor, paths: readonly string[], look: (path: string) => Promise<void>) {
  for (const path of paths) {
    await visitor.go(path);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await look(path);
  }
}

webStories("accessibility", (stage) => {
  /** A device with something in every tab. */
  async function filled(): Promise<string> {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    await fill(stage.app, stage.tenant, id, token);
    return id;
  }

  /** A dashboard with a widget on it. */
  async function dashboardPath(): Promise<string> {
    const options = { devices: { kind: "ALL" }, channels: [{ key: longText }] };
    const widgets = { w1: { kind: "TIME_SERIES", version: 1, title: longText.slice(0, 200), options } };
    const layout = [{ widget: "w1", x: 0, y: 0, w: 12, h: 10 }];
    const configuration = { ...emptyConfiguration(), widgets, pages: [{ id: "one", title: "One", layout }] };
    const made = await stage.tenant.admin.post("/api/dashboard", { title: fresh("long ".repeat(30)), configuration });
    return `/dashboards/${expectOk(made).json<DashboardRecord>().id.id}`;
  }

  test.for(themes)("no page has serious findings, and the checker finds what is wrong: %s", async (colorScheme) => {
    const id = await filled();
    await using visitor = await stage.guest({ colorScheme });
    const { page } = visitor;
    const inspection = new Inspection(visitor);
    await visitor.open();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await inspection.look("login");
    visitor.provokes(401);
    await visitor.logIn(stage.username, "wrong");
    await page.getByRole("alert").waitFor();
    await inspection.look("wrong password");
    await page.evaluate(() => document.body.append(document.createElement("button")));
    expect((await seriousFindings(page)).join()).toContain("button-name");
    await visitor.open(await invitationLink(stage.tenant));
    await page.getByRole("heading", { name: /^Join tenant/ }).waitFor();
    await inspection.look("an invitation");
    await visitor.arrive("/", stage.username);

    const dashboard = await dashboardPath();
    const paths = [...tabs.map((tab) => `/devices/${id}${tab}`), dashboard, `${dashboard}/edit`, ...ownPages];
    await walk(visitor, paths, (path) => inspection.look(path));
    await visitor.openUserMenu();
    await inspection.look("user menu", ".menu[open]");
    await visitor.openUserMenu(); // and closed again
    await page.getByText("/api/auth/user", { exact: true }).first().click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(`"username": "${stage.username}"`).first().waitFor();
    await inspection.look("a route tried out", ".operation[open]");

    expect(inspection.findings).toEqual([]);
    expect(inspection.looked).toEqual([
      "login",
      "wrong password",
      "an invitation",
      ...paths,
      "user menu",
      "a route tried out",
    ]);
  });

  test.for(themes)("pages of the system administrator have no serious findings: %s", async (colorScheme) => {
    const { id } = await stage.app.tenant();
    await using visitor = await stage.visitorAt("/tenants", "system", { colorScheme });
    const inspection = new Inspection(visitor);

    await walk(visitor, [`/tenants/${id}/users`, `/tenants/${id}/settings`, "/roles", "/tenants"], (path) =>
      inspection.look(path),
    );
    await visitor.page.getByRole("button", { name: "New tenant" }).click();
    await inspection.look("new tenant", "dialog[open]");
    expect(inspection.findings).toEqual([]);

    await visitor.page.evaluate(() => document.querySelector("dialog[open]")?.append(document.createElement("button")));
    expect((await seriousFindings(visitor.page, "dialog[open]")).join()).toContain("button-name");
  });

  test.for(themes)("dialogs have no serious findings: %s", async (colorScheme) => {
    const id = await filled();
    await using visitor = await stage.visitorAt("/devices", stage.username, { colorScheme });
    const { page } = visitor;
    const inspection = new Inspection(visitor);
    const dialog = page.getByRole("dialog");
    const device = `/devices/${id}`;
    const press = (name: string | RegExp) => () => page.getByRole("button", { name }).first().click();
    /** What differs most comes first: every run opens six of them. */
    const ways: readonly [path: string, name: string, open: () => Promise<void>][] = [
      ["/devices", "report of an import", importDevices],
      [`${device}/files`, "a measurement", openMeasurement],
      [`${device}/communication`, "a contact", press(/UPLOAD/)],
      [`${device}/commands`, "a command", press("New command")],
      ["/users", "invite somebody", press("Invite")],
      [device, "delete a device", press("Delete")],
      [device, "edit a device", press("Edit")],
      [`${device}/attributes`, "an attribute", press("Add attribute")],
      [`${device}/files`, "a list of files", press("Request list")],
      [`${device}/commands`, "details of it", press(/^Details/)],
      [`${device}/credentials`, "rotate a token", press("Rotate")],
      [`${device}/credentials`, "an own token", press("Set your own")],
      ["/users", "add a user", press("Add user")],
      ["/users", "the link of an invitation", invite],
    ];
    const opened = mostly(ways, 6);
    /** By a key where nothing is lost: what was filled in is asked about, and tokens that were made have a button. */
    async function leave(): Promise<void> {
      const question = page.getByRole("alertdialog");
      const tokens = page.locator("dialog:not(:has(.dialog-head button)) .dialog-actions");
      if (await tokens.isVisible()) await tokens.getByRole("button", { name: "Close" }).click();
      else await page.keyboard.press("Escape");
      await expect.poll(async () => (await question.count()) > 0 || (await dialog.count()) === 0).toBe(true);
      if (await question.isVisible()) await question.getByRole("button", { name: "Discard" }).click();
      await dialog.waitFor({ state: "detached" });
    }
    async function importDevices(): Promise<void> {
      await page.getByRole("button", { name: "Import CSV" }).first().click();
      const csv = `name\na,surplus cell\n${fresh(colorScheme)}\n`;
      await page
        .getByLabel("CSV file")
        .setInputFiles({ name: "d.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("1 of 2 devices were created").waitFor();
    }
    async function invite(): Promise<void> {
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByLabel("User name").fill(longText);
      await page.keyboard.press("Enter");
      await page.getByLabel("Link").waitFor();
    }
    async function openMeasurement(): Promise<void> {
      await page.locator("tbody .as-link").first().click();
      await dialog.getByRole("img", { name: /Chart/ }).waitFor();
    }

    for (const [path, name, open] of opened) {
      await visitor.go(path);
      await open();
      await dialog.waitFor();
      await inspection.look(name, "dialog[open]");
      await leave();
    }
    await visitor.go(`${device}${chart}`);
    await page.locator("summary.time-range-words").click();
    await page.getByRole("grid", { name: "Calendar" }).waitFor();
    await inspection.look("a time", ".menu[open]");

    expect(inspection.findings).toEqual([]);
    expect(inspection.looked).toHaveLength(opened.length + 1);
  });

  atLength.for(themes)("what went wrong and what is empty has no serious findings: %s", async (colorScheme) => {
    const { id } = (await stage.app.device(stage.tenant)).id;
    const username = fresh(`viewer ${colorScheme}`);
    await stage.app.user(stage.tenant.admin, stage.tenant.id, username, "VIEWER");
    await using visitor = await stage.guest({ colorScheme });
    const { page } = visitor;
    visitor.provokes(404, "no answer");
    const inspection = new Inspection(visitor);

    await visitor.open("/invitation#of-nobody");
    await page.getByRole("heading", { name: "This link leads nowhere" }).waitFor();
    await inspection.look("a dead link");
    await visitor.arrive("/connect", username); // nothing of the devices is known yet
    for (const tab of tabs.filter((one) => one !== chart && one !== "/credentials")) {
      await visitor.go(`/devices/${id}${tab}`);
      await inspection.look(`empty ${tab}`);
    }
    await visitor.go(`/devices/${id}/credentials`);
    await page.getByRole("heading", { name: "Not allowed" }).waitFor();
    await inspection.look("not allowed");
    await visitor.go(`/devices/${stage.tenant.id}`);
    await page.getByRole("heading", { name: "There is no such device" }).waitFor();
    await inspection.look("no such device");
    await visitor.go("/nothing/here");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await inspection.look("no such page");
    await visitor.go("/devices?q=nothing+like+this");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await inspection.look("nothing matches");
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByText("The server does not answer").waitFor();
    await inspection.look("server down");

    expect(inspection.findings).toEqual([]);
  });

  atLength("on a narrow screen nothing sticks out sideways", async () => {
    const { tenant } = stage;
    const id = await filled();
    await giveLongWords(tenant, id);
    const link = await invitationLink(tenant);
    await using visitor = await stage.visitorAt("/", stage.username, { viewport: { width: 390, height: 844 } });
    const { page } = visitor;
    const widths: [path: string, width: number][] = [];

    const measure = async (path: string) => {
      await visitor.settled();
      widths.push([path, await page.evaluate(() => document.documentElement.scrollWidth)]);
    };
    const sticksOut = (rows: readonly Element[]) => rows.map((row) => row.scrollWidth - row.clientWidth);
    const bar = await page.locator(".nav").evaluateAll(sticksOut);
    await walk(
      visitor,
      [...ownPages, ...tabs.map((tab) => `/devices/${id}${tab}`), `${await dashboardPath()}/edit`],
      measure,
    );
    await visitor.open(link);
    await page.getByRole("heading", { name: /^Join tenant/ }).waitFor();
    await measure(link);
    await page.setViewportSize({ width: 1200, height: 700 });
    await page.evaluate(() => localStorage.setItem("heliograph.language", "de"));
    await visitor.open("/settings");
    await page.getByRole("link", { name: "Verwaltung" }).waitFor();
    const wide = await page.locator(".topbar, .area-pages, .nav").evaluateAll(sticksOut); // the search gives way
    await page.setViewportSize({ width: 900, height: 700 });
    const wider = await page.locator(".topbar, .area-pages, .nav").evaluateAll(sticksOut);

    expect(widths.filter(([, width]) => width > 390)).toEqual([]);
    expect(bar).toEqual([0]); // every area is in view
    expect([wide, wider]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });
});

const longText = "a_long_name_without_a_place_to_break_".repeat(6);

/** Of an open invitation for a name that fits on no screen. */
async function invitationLink({ id, admin }: TestTenant): Promise<string> {
  const body = { username: longText, authority: "TENANT_ADMIN" };
  return expectOk(await admin.post(`/api/tenants/${id}/invitations`, body)).json<{ link: string }>().link;
}

/** Words that fit on no screen. */
async function giveLongWords({ admin }: TestTenant, id: string): Promise<void> {
  const name = fresh(`a very long name ${"x".repeat(180)}`);
  const [type, label] = ["t".repeat(200), "l".repeat(200)];
  expectOk(await admin.post("/api/device", { id: { entityType: "DEVICE", id }, name, type, label }));
}

async function fill(app: TestApp, { admin }: TestTenant, id: string, token: string): Promise<void> {
  const telemetry = `/api/plugins/telemetry/DEVICE/${id}`;
  const values = { t: 21.5, [longText]: longText, position: "48.137,11.575" };
  expectOk(await admin.post(`${telemetry}/timeseries/ANY`, values));
  expectOk(await admin.post(`${telemetry}/attributes/SHARED_SCOPE`, { [longText]: { deep: [longText] } }));
  expectOk(await admin.post(`/api/devices/${id}/commands`, { type: "SCPI", text: longText }));
  const logger = new HttpLogger({ base: `http://127.0.0.1:${app.node.httpPort}`, token });
  await logger.upload(await recordMeasurement(new Date(Date.UTC(2026, 10, 15, 12)), 5));
  const device = new HttpDevice(app.node.httpPort, token);
  await device.contact("UPLOAD", "content", { tag: longText, fileName: `${longText}.txt` });
  await device.contact("UPLOAD", "this is no measurement", { fileName: "broken.osf" });
}
