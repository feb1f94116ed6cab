import { expect, test } from "vitest";
import { version } from "../../../server/src/version.ts";
import { expectOk, testPassword } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { HttpDevice } from "../../support/device-http.ts";
import { connectMqttJs, mqttDevice } from "../../support/mqtt-device.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

type Held = PromiseWithResolvers<void>;

webStories("details", (stage) => {
  atLength("what an empty list says and offers stands together, however tall the window is", async () => {
    const { username } = await stage.app.tenant();
    await using visitor = await stage.visitorAt("/", username);
    await visitor.settled(); // nothing moves between one look and the next
    const state = visitor.page.locator(".state");
    const title = await state.getByRole("heading", { name: "Connect the first device" }).boundingBox();
    const button = await state.getByRole("link", { name: "Connect a device" }).boundingBox();

    expect((button?.y ?? 0) - (title?.y ?? 0)).toBeGreaterThan(0);
    expect((button?.y ?? 0) - (title?.y ?? 0)).toBeLessThan(160);
  });

  atLength("times are shown in the zone of the person, with UTC on hover", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const list = `<root><file name="/raw/a.osf" tag="raw" size="1" startTime="2026-11-15T12:00:00Z" endTime="2026-11-15T12:01:00Z"/></root>`;
    await new HttpDevice(stage.app.node.httpPort, token).contact("RETURN_LIST", list);
    await using visitor = await stage.visitorAt(`/devices/${id}/files`, stage.username, {
      timezoneId: "America/New_York",
    });

    const time = visitor.page.getByRole("row", { name: "a.osf" }).locator("time");
    await time.getByText("15 Nov 2026, 07:00:00").waitFor();
    expect(await time.getAttribute("title")).toBe("2026-11-15 12:00:00.000 UTC");
    expect(await time.getAttribute("datetime")).toBe("2026-11-15T12:00:00.000Z");
  });

  atLength(
    "[#17.18] the user menu tells the version, and the page “Connect” the addresses of this node and how calls are answered",
    async () => {
      await using visitor = await stage.visitorAt("/");
      const { page } = visitor;

      await visitor.openUserMenu();
      await page.getByText(`Version ${version}`).waitFor();
      await page.getByRole("link", { name: "Connect", exact: true }).click();
      await page.getByText(`mqtt://127.0.0.1:${stage.app.node.mqttPort}`, { exact: true }).waitFor();
      await page.getByText(`ws://127.0.0.1:${stage.app.node.httpPort}/mqtt`, { exact: true }).waitFor();
      await page.getByText("v1/devices/me/rpc/response/{id}").first().waitFor();
    },
  );

  atLength("[DEV4] a token and a snippet are copied whole, though they are hidden", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const permissions = ["clipboard-read", "clipboard-write"];
    await using visitor = await stage.visitorAt(`/devices/${id}/credentials`, stage.username, { permissions });
    const { page } = visitor;
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

    await page.getByRole("button", { name: "Copy", exact: true }).first().click();
    await expect.poll(clipboard).toBe(token);
    await page.getByRole("button", { name: "Python" }).click();
    await page.locator(".code-block").getByRole("button", { name: "Copy" }).click();

    await expect.poll(clipboard).toContain(`auth={"username": "${token}"}`);
    expect(await page.getByText(token).count()).toBe(0);
  });

  test("[#17.12] what is missing, too long or out of range is told beside its field, in the reader's language", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.guest();
    const { page } = visitor;
    await visitor.open("/favicon.svg"); // of the same server, and loads nothing else
    await page.evaluate(() => localStorage.setItem("heliograph.language", "de"));
    await visitor.open();
    const wrong = (label: string) => page.getByLabel(label, { exact: true }).and(page.locator('[aria-invalid="true"]'));

    await page.getByRole("button", { name: "Anmelden" }).click();
    await wrong("Benutzername").and(page.locator(":focus")).waitFor();
    await expect
      .poll(() => page.getByRole("alert").allTextContents())
      .toEqual(Array(2).fill("Das muss ausgefüllt werden."));
    await page.getByLabel("Benutzername").fill(stage.username);
    await page.getByLabel("Passwort").fill(testPassword);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByRole("navigation").first().waitFor();
    await visitor.go(`/devices/${id}/commands`);
    await page.getByLabel("Wartezeit (s)").fill("301");
    await page.getByRole("button", { name: "Rufen" }).click();
    await wrong("Methode").and(page.locator(":focus")).waitFor();
    await page.getByText("Von 0,1 bis 300.").waitFor();
    await page.getByLabel("Wartezeit (s)").fill("5");
    await page.getByLabel("Methode").fill("go");
    await page.getByLabel("Parameter (JSON)").fill('{"a": 1 "b"}');
    await page.getByRole("button", { name: "Rufen" }).click();
    await wrong("Parameter (JSON)").waitFor();
    await page.getByRole("alert").getByText("Zeile 1, Zeichen 9: Hier wurde ein Komma").waitFor();
    await page.locator("kbd", { hasText: "Strg K" }).waitFor({ state: "attached" });
    await visitor.go("/devices/new"); // [#17.9] tabs are told apart
    await expect.poll(() => page.title()).toBe("Neues Gerät · Geräte · Heliograph");
    await visitor.go("/nowhere");
    await expect.poll(() => page.title()).toBe("Seite nicht gefunden · Heliograph");
    await visitor.go("/projects");
    await page.getByRole("button", { name: "Neues Projekt" }).first().click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name", { exact: true });
    await name.fill("x".repeat(257)); // nothing of it is cut in silence
    await dialog.getByRole("button", { name: "Anlegen" }).click();
    await wrong("Name").and(page.locator(":focus")).waitFor();
    await dialog.getByText("Höchstens 255 Zeichen; 2 sind zu viel.").waitFor();
    await expectAccessibleAtLength(page);
    await name.fill(fresh("Projekt"));
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
    expect(await wrong("Name").count()).toBe(0);
    await dialog.getByRole("button", { name: "Anlegen" }).click();

    await dialog.waitFor({ state: "detached" });
  });

  atLength(
    "[#17.17] on a slow network something is said at every step, before styles and scripts are there, too",
    async () => {
      await using visitor = await stage.visitorAt("/users");
      const { page } = visitor;
      const [assets, session, code] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as [Held, Held, Held];
      const isOf = (url: URL, part: string) => url.pathname.startsWith(part);
      await page.route(
        (url) => isOf(url, "/assets/roles-page"),
        (route) => code.promise.then(() => route.continue()),
      );
      await page.route(
        (url) => isOf(url, "/assets/index") || isOf(url, "/assets/first"),
        (route) => assets.promise.then(() => route.continue()),
      );
      await page.route("**/api/auth/user", (route) => session.promise.then(() => route.continue()));

      await page.goto(`${visitor.base}/roles`, { waitUntil: "commit" });
      await page.getByText("Heliograph is loading …").waitFor();
      assets.resolve();
      await page.getByText("One moment …").waitFor();
      session.resolve();
      await page.getByText("This page is being loaded …").waitFor();
      const answer = Promise.withResolvers<void>();
      await page.route("**/roles*", (route) => answer.promise.then(() => route.continue()));
      code.resolve();
      await page.getByRole("status").getByText("Loading …", { exact: true }).waitFor();
      answer.resolve();

      await page.getByRole("heading", { name: "Roles", level: 1 }).waitFor();
      await visitor.settled();
    },
  );

  atLength("[CMD2] scripts and calls have forms of their own, and parameters that are no JSON are told", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.visitorAt(`/devices/${id}/commands`);
    const { page } = visitor;
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "New command" }).click();
    await dialog.getByRole("button", { name: "Script" }).click();
    await dialog.getByLabel("Text").fill("uptime");
    await dialog.getByLabel("Expires after").fill("5");
    await dialog.getByRole("button", { name: "Queue command" }).click();
    await page.getByRole("row", { name: "uptime" }).getByText("queued").waitFor();
    await page.getByRole("button", { name: "New command" }).click();
    await dialog.getByLabel("Method").fill("setLevel");
    await dialog.getByLabel("Parameters").fill("{level: 5}");
    await dialog.getByRole("button", { name: "Queue command" }).click();
    await dialog.getByRole("alert").getByText("not valid JSON").waitFor();
    await dialog.getByLabel("Parameters").fill('{"level": 5}');
    await expect.poll(() => dialog.getByRole("alert").count()).toBe(0);
    await dialog.getByRole("button", { name: "Queue command" }).click();
    await page.getByRole("row", { name: "setLevel" }).getByText("queued").waitFor();

    const { data } = (await stage.tenant.admin.get(`/api/devices/${id}/commands`)).json<{ data: object[] }>();
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "SCRIPT", parameters: { text: "uptime" }, expiresTime: expect.any(Number) }),
        expect.objectContaining({
          type: "RPC",
          parameters: { method: "setLevel", params: { level: 5 }, oneway: false },
        }),
      ]),
    );
  });

  atLength("[CMD2] a cancelled command is shown so at once, and as it was where that is refused", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    const path = `/api/devices/${id}/commands`;
    expectOk(await stage.tenant.admin.post(path, { type: "SCPI", text: "*RST" }));
    await using visitor = await stage.visitorAt(`/devices/${id}/commands`);
    const { page } = visitor;
    visitor.provokes(409);
    const row = page.getByRole("row", { name: "*RST" });
    const answer = Promise.withResolvers<void>();
    await page.route(`**${path}/*`, async (route) => {
      await answer.promise;
      await route.fulfill({ status: 409, json: { status: 409, errorCode: 35, message: "too late" } });
    });

    await row.getByRole("button", { name: "Cancel command" }).click();
    await row.getByText("cancelled").waitFor(); // the server has not answered yet
    answer.resolve();

    await row.getByRole("alert").getByText("too late").waitFor();
    await row.getByText("queued").waitFor();
  });

  atLength("[COM1, #17.13] the log is filtered by kind, and stands still where one wants it to", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const logger = new HttpDevice(stage.app.node.httpPort, token);
    await logger.contact("PING");
    await logger.contact("UPLOAD", "content", { fileName: "a.txt" });
    await using visitor = await stage.visitorAt(`/devices/${id}/communication`);
    const { page } = visitor;
    // A row opens wherever it is clicked.
    await page.getByRole("row", { name: "PING" }).getByRole("cell", { name: "HTTP", exact: true }).click();
    await page.getByRole("dialog").getByText("PING", { exact: true }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByLabel("Kind").selectOption("UPLOAD");
    await expect.poll(() => page.getByRole("row").count()).toBe(2); // with the head
    await page.getByRole("row", { name: "UPLOAD" }).waitFor();
    await page.getByRole("button", { name: "Live" }).click();
    await logger.contact("UPLOAD", "content", { fileName: "b.txt" });
    await page.getByRole("button", { name: "Live" }).click();

    await expect.poll(() => page.getByRole("row").count()).toBe(3);
  });

  test("[DEV5] the dot of a device in the list lights up when it makes contact, and no token is ever part of an address", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const { name } = await stage.tenant.admin.calls.devices.get({ deviceId: id });
    await using visitor = await stage.guest();
    const { page } = visitor;
    const [addresses, secrets]: [string[], string[]] = [[], [token]];
    page.on("request", (request) => addresses.push(request.url()));
    page.on("websocket", (socket) => addresses.push(socket.url()));
    page.on("response", async (response) => {
      if (!/auth\/(login|token|switch)$/.test(response.url())) return;
      const pair = (await response.json()) as Record<string, string>;
      secrets.push(...Object.values(pair));
    });

    await visitor.open();
    await visitor.logIn(stage.username);
    await page.getByRole("navigation", { name: "Main navigation" }).waitFor();
    const row = page.getByRole("row", { name });
    await row.getByText("Inactive", { exact: true }).waitFor({ state: "attached" });
    await using _ = await connectMqttJs(stage.app, token);
    await row.getByText("Active", { exact: true }).waitFor({ state: "attached" }); // without a reload
    for (const tab of ["", "/telemetry", "/attributes", "/files", "/communication", "/commands", "/credentials"]) {
      const path = `/devices/${id}${tab}`;
      await (isLongRun() ? visitor.open(path) : visitor.go(path)); // a load costs ten times as much
      await visitor.settled();
      addresses.push(page.url());
    }

    expect(secrets.length).toBeGreaterThanOrEqual(3); // the device's, and the pair of the login
    expect(addresses.length).toBeGreaterThan(30);
    expect(addresses.filter((address) => secrets.some((secret) => address.includes(secret)))).toEqual([]);
    expect(addresses.filter((address) => /[?&]token=|eyJ/.test(address))).toEqual([]);
  });
});
