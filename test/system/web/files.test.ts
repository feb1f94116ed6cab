import { readFile } from "node:fs/promises";
import type { FileRecord } from "@heliograph/contract";
import { HttpLogger, recordMeasurement, type StoredFile } from "@heliograph/device";
import type { Download, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { HttpDevice, messageIdOf } from "../../support/device-http.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { holdClock, skipPauses } from "../../support/page-clock.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const hostile = `"><img src=x onerror=hacked()>`;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 12, minute));
const baseName = ({ name }: StoredFile) => name.slice(name.lastIndexOf("/") + 1);

webStories("files of a device", (stage) => {
  /** A device whose storage holds two measurements, and which uploaded a third. */
  async function arrange() {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const logger = new HttpLogger({ base: `http://127.0.0.1:${stage.app.node.httpPort}/site`, token });
    const uploaded = await recordMeasurement(at(0), 60, "measurement");
    const [first, second] = [await recordMeasurement(at(10), 5), await recordMeasurement(at(20), 5)];
    await logger.upload(uploaded);
    for (const file of [first, second]) await logger.store(file);
    return { id, token, logger, uploaded, first, second };
  }

  /** That of the stories which take nothing from it. */
  const lasting = new WeakMap<TestTenant, ReturnType<typeof arrange>>();
  function arranged() {
    const made = lasting.get(stage.tenant) ?? arrange();
    lasting.set(stage.tenant, made);
    return made;
  }

  async function arrivedAt(id: string) {
    return stage.insiderAt(`/devices/${id}/files`);
  }

  const rowOf = (page: Page, file: StoredFile) => page.getByRole("row", { name: new RegExp(baseName(file)) });
  const bytesOf = async (download: Download) => readFile(await download.path());

  test("[FILE3] files lie on a timeline per tag, coloured by where they are, and in a list with filters", async () => {
    const { id, uploaded, first, second } = await arranged();
    await using visitor = await arrivedAt(id);
    const { page } = visitor;
    const timeline = page.getByRole("group", { name: "Timeline" });
    await timeline.getByText("measurement", { exact: true }).waitFor();

    await rowOf(page, uploaded).getByText("on device and server").waitFor();
    await rowOf(page, first).getByText("only on the device").waitFor();
    const bar = (file: string) => timeline.getByRole("button", { name: file });
    expect(await bar(baseName(uploaded)).getAttribute("class")).toBe("status-3");
    expect(await bar(first.name).getAttribute("class")).toBe("status-0");

    await page.getByLabel("Tag").selectOption("preview");
    await expect.poll(() => rowOf(page, uploaded).count()).toBe(0);
    await page.getByLabel("Stored", { exact: true }).selectOption("requested");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByLabel("Search name").fill(baseName(second));
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await page.getByLabel("Search name").fill("");
    await rowOf(page, first).waitFor();
    await page.locator("summary", { hasText: "All time" }).click();
    await page.getByLabel("From", { exact: true }).fill("2001-01-01");
    await page.getByLabel("To", { exact: true }).fill("2001-01-02");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForURL(/from=\d+&to=\d+/);
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    if (isLongRun()) {
      await page.goBack(); // undoes the choice
      await rowOf(page, first).waitFor();
      await page.goForward();
      await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    }
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.locator("summary", { hasText: "All time" }).waitFor();
    await rowOf(page, first).waitFor();
    await expectAccessibleAtLength(page);

    // [#17.0] what came last of all devices is a page of the Control Center; what is only on a device is not there
    await page.getByRole("link", { name: "Files", exact: true }).first().click();
    await page.waitForURL(/\/files$/);
    await page.getByLabel("Search by name").fill(baseName(uploaded));
    const listed = page.getByRole("row", { name: new RegExp(baseName(uploaded)) });
    await listed.first().waitFor();
    await expectAccessibleAtLength(page);
    if (isLongRun()) {
      await page.getByLabel("Search by name").fill("no such file");
      await page.getByRole("heading", { name: "No file of this name" }).waitFor();
      await page.goBack(); // all that was typed is one step
    }
    await listed
      .first()
      .getByText(/\d channels?$/)
      .waitFor(); // once it was read its name opens it
    await listed
      .first()
      .getByRole("link", { name: baseName(uploaded) })
      .click();
    await page.waitForURL(/\/devices\/[^/]+\/files\?file=/);
  });

  test("[CMD1, CMD2] a list and files are asked for, and appear when the device has brought them", async () => {
    const { id, logger, first, second } = await arrange();
    await using visitor = await arrivedAt(id);
    const { page } = visitor;

    await page.getByRole("button", { name: "Request list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("From").fill("2026-11-01T00:00:00");
    await dialog.getByLabel("To").fill("2026-11-30T00:00:00");
    await dialog.getByLabel("Tag").fill("preview");
    await dialog.getByRole("button", { name: "Request list" }).click();
    await page.getByText("The request is in the queue").waitFor();
    await page.getByLabel(`Select ${first.name}`).check();
    await page.getByRole("button", { name: "Request from device (1)" }).click();
    await rowOf(page, first).getByText("requested").waitFor();
    await logger.ping();

    await rowOf(page, first).getByText("on device and server").waitFor();
    await rowOf(page, first).getByText("3 channels").waitFor();
    await rowOf(page, second).getByText("only on the device").waitFor();
  });

  test("[FILE5] one file is downloaded as it is, several as an archive, with progress", async () => {
    const { id, logger, uploaded } = await arranged();
    const other = await recordMeasurement(at(5), 5, uploaded.tag);
    await logger.upload(other);
    await using visitor = await arrivedAt(id);
    const { page } = visitor;

    await page.getByLabel(`Select ${baseName(uploaded)}`).check();
    const one = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download 1" }).click();
    expect((await one).suggestedFilename()).toBe(baseName(uploaded));
    expect((await bytesOf(await one)).equals(uploaded.content)).toBe(true);

    await expect.poll(() => page.getByLabel(`Select ${baseName(uploaded)}`).isChecked()).toBe(false); // it is done with
    await page.getByLabel(`Select ${baseName(uploaded)}`).check();
    await page.getByLabel(`Select ${baseName(other)}`).check();
    await page.route("**/token/**", async (route) => {
      await page.getByRole("progressbar").waitFor(); // shown while the bytes are on their way
      await route.continue();
    });
    const many = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download 2" }).click();
    expect((await many).suggestedFilename()).toMatch(/\.zip$/);
    expect((await bytesOf(await many)).subarray(0, 2).toString()).toBe("PK");
    await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
  });

  test("[#17.16] files are uploaded in place of the device, and deleted from the server", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await arrivedAt(id);
    const { page } = visitor;
    const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(`content of ${name}`) });

    await page.getByText("No files in this range").waitFor();
    const range = () => page.locator(".time-range-words > strong").innerText();
    const before = await range();
    await page.getByLabel("Upload").setInputFiles([file("a.txt"), file("b.txt")]);
    await page.getByText("2 files were uploaded").waitFor();
    await page.getByRole("status").getByRole("button", { name: "Show" }).click(); // wherever they are in the list
    await page.waitForURL(/from=\d+&to=\d+/);
    const shown = new URL(page.url()).searchParams;
    expect(Number(shown.get("to")) - Number(shown.get("from"))).toBeGreaterThanOrEqual(60_000); // read or not by now
    await expect.poll(() => page.locator("tr[data-lit]").count()).toBe(2);
    await page.goBack();
    await expect.poll(range).toBe(before);
    await page.getByLabel("Select a.txt").check();
    await page.getByRole("button", { name: "Delete 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.getByLabel("Select a.txt").count()).toBe(0);
    expect(await page.getByLabel("Select b.txt").count()).toBe(1);

    // who has gone on meanwhile is led back to them, past what the list was filtered by
    await visitor.go(`/devices/${id}/files?q=b.txt`);
    await page.getByLabel("Select b.txt").waitFor();
    await page.getByLabel("Upload").setInputFiles([file("c.txt")]);
    await page.getByText("The file was uploaded").waitFor();
    await visitor.go("/devices");
    await page.getByRole("status").getByRole("button", { name: "Show" }).click();
    await page.waitForURL(new RegExp(`/devices/${id}/files\\?from=\\d+&to=\\d+`));
    await page.getByLabel("Select c.txt").waitFor();
  });

  test("[#17.16] what was uploaded is shown wherever it is by now", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.insiderAt(`/devices/${id}/files?from=now-1h&to=now`);
    const { page } = visitor;
    const lit = page.locator("tr[data-lit]");
    const show = async () => {
      await page.getByRole("status").getByRole("button", { name: "Show" }).first().click();
    };
    const { content } = await recordMeasurement(at(0), 60, "measurement");

    // of long ago, as only its content says, which was read meanwhile: the hour that is looked at never has it
    const upload = () =>
      page
        .getByLabel("Upload")
        .setInputFiles([{ name: "unnamed.osfz", mimeType: "application/octet-stream", buffer: Buffer.from(content) }]);
    await upload();
    await page.locator(".toast", { hasText: "The file was uploaded" }).hover(); // it waits
    const { admin } = stage.tenant;
    const list = `/api/devices/${id}/data-files/original`;
    const listed = async () => expectOk(await admin.get(list)).json<{ data: FileRecord[] }>().data;
    await expect.poll(async () => (await listed()).map(({ processing }) => processing)).toEqual(["DONE"]);
    await visitor.go(`/devices/${id}/alarms`);
    await visitor.go(`/devices/${id}/files`);
    await page.getByLabel("Stored", { exact: true }).selectOption("requested"); // of a page that is another one by now
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await show();
    await page.getByLabel("Select unnamed.osfz").waitFor();
    await expect.poll(() => lit.count()).toBe(1);
    await page.getByRole("link", { name: "Files", exact: true }).last().click(); // the tab that is shown
    await visitor.settled();
    expect(await lit.count()).toBe(1);
    await page.getByLabel("Stored", { exact: true }).selectOption("requested");
    await page.getByRole("heading", { name: "Nothing matches" }).waitFor();
    await upload();
    await show(); // the same, and still past every filter
    await expect.poll(() => lit.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("from")).toBe(String(at(0).getTime() - 30_000));

    // gone by now
    await page
      .getByLabel("Upload")
      .setInputFiles([{ name: "gone.txt", mimeType: "text/plain", buffer: Buffer.from("soon gone") }]);
    await page.getByText("The file was uploaded").waitFor();
    expectOk(await admin.delete(`/api/devices/${id}/data-files?name=gone.txt`));
    await show();
    await page.locator("summary", { hasText: "All time" }).waitFor();
    await page.getByLabel("Select unnamed.osfz").waitFor();
  });

  atLength("[#17.16] what offers to show them waits for who is at it, and goes when pressed elsewhere", async () => {
    const { id } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await holdClock(page);
    await visitor.arrive(`/devices/${id}/files`, stage.username);
    const upload = async (name: string) => {
      const content = { name, mimeType: "text/plain", buffer: Buffer.from(name) };
      await page.getByLabel("Upload").setInputFiles([content]);
      await page.getByText("The file was uploaded").waitFor();
    };
    const toast = page.locator(".toast");
    const show = toast.getByRole("button", { name: "Show" });

    await upload("a.txt");
    await show.focus();
    await toast.hover();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1); // the pointer is gone, the focus is not
    await toast.hover();
    await show.blur();
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1); // and the other way round
    await page.mouse.move(5, 5);
    await skipPauses(page, 60_000, async () => (await toast.count()) === 0);

    await upload("b.txt");
    const placeOfFirst = () => toast.last().boundingBox();
    const place = await placeOfFirst();
    await page
      .getByLabel("Upload")
      .setInputFiles([{ name: "c.txt", mimeType: "text/plain", buffer: Buffer.from("c") }]);
    await expect.poll(() => toast.count()).toBe(2);
    expect(await placeOfFirst()).toEqual(place); // it does not move from under a pointer
    await toast.first().getByRole("button", { name: "Show" }).press("Enter");
    await expect.poll(() => toast.count()).toBe(1);
    await skipPauses(page, 60_000, async () => (await toast.count()) === 0); // the focus went with the one that was pressed
    const shownAt = page.url();
    await upload("d.txt");
    await toast.getByText("The file was uploaded").click({ position: { x: 30, y: 12 } });
    await toast.waitFor({ state: "detached" });
    expect(page.url()).toBe(shownAt);
    await upload("e.txt");
    await page
      .getByLabel("Upload")
      .setInputFiles([{ name: "f.txt", mimeType: "text/plain", buffer: Buffer.from("f") }]);
    await expect.poll(() => toast.count()).toBe(2);
    await toast.first().click({ position: { x: 30, y: 12 } }); // what was under the pointer goes, and nobody says that it left
    await expect.poll(() => toast.count()).toBe(1);
    await page.mouse.move(5, 5);
    await skipPauses(page, 60_000, async () => (await toast.count()) === 0);

    const isUnderWay = Promise.withResolvers<void>();
    const isLoggedOut = Promise.withResolvers<void>();
    await page.route(/name=g\.txt/, async (route) => {
      const response = await route.fetch(); // whoever logs out may have it answered already, and the answer be on its way
      isUnderWay.resolve();
      await isLoggedOut.promise;
      await route.fulfill({ response });
    });
    await page
      .getByLabel("Upload")
      .setInputFiles([{ name: "g.txt", mimeType: "text/plain", buffer: Buffer.from("g") }]);
    await isUnderWay.promise;
    await visitor.openUserMenu();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("User name").waitFor();
    const answered = page.waitForResponse(/g\.txt/);
    isLoggedOut.resolve();
    expect((await answered).ok()).toBe(true);
    await page.clock.runFor(100);
    expect(await toast.count()).toBe(0); // the next one who logs in has not uploaded anything
  });

  atLength("[FILE5] files of the same name under two tags are both downloaded, each with its own content", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const device = new HttpDevice(stage.app.node.httpPort, token);
    for (const tag of ["older", "newer"])
      await device.contact("UPLOAD", `the ${tag} one`, { tag, fileName: "same.txt" });
    await using visitor = await arrivedAt(id);
    const { page } = visitor;
    const downloads: Download[] = [];
    page.on("download", (one) => downloads.push(one));

    await expect.poll(() => page.getByLabel("Select same.txt").count()).toBe(2);
    for (const box of await page.getByLabel("Select same.txt").all()) await box.check();
    await page.getByRole("button", { name: "Download 2" }).click();

    await expect.poll(() => downloads.length).toBe(2);
    const saved = await Promise.all(
      downloads.map(async (one) => [one.suggestedFilename(), (await bytesOf(one)).toString()] as const),
    );
    expect(new Map(saved)).toEqual(
      new Map([
        ["older-same.txt", "the older one"],
        ["newer-same.txt", "the newer one"],
      ]),
    );
  });

  atLength("a download that is cancelled leaves nothing behind", async () => {
    const { id, uploaded } = await arrange();
    await using visitor = await arrivedAt(id);
    const { page } = visitor;
    await page.route("**/token/**", () => undefined); // never answered
    await page.getByLabel(`Select ${baseName(uploaded)}`).check();
    await page.getByRole("button", { name: "Download 1" }).click();

    await page.getByRole("button", { name: "Cancel download" }).click();

    await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("[FILE7, #17.2] an OSF file is opened: channels, a chart that drills down, and its numbers as CSV", async () => {
    const { id, uploaded } = await arranged();
    await using visitor = await arrivedAt(id);
    const { page } = visitor;

    await rowOf(page, uploaded).getByRole("button").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img", { name: "Chart: Engine.Speed" }).waitFor();
    await dialog.getByLabel("Bearing.Temperature").check();
    await dialog.getByRole("img", { name: "Chart: Engine.Speed, Bearing.Temperature" }).waitFor();
    // Drawn, too: with the second line the chart is built anew, and nobody drags across the old one.
    await expect.poll(() => dialog.locator(".u-legend").innerText()).toMatch(/Engine\.Speed.*Bearing\.Temperature/s);
    await expectAccessibleAtLength(page);

    const finer = page.waitForRequest((request) => /\/preview\?.*startTime=\d+.*endTime=\d+/.test(request.url()));
    const plot = await dialog.locator(".u-over").boundingBox();
    if (!plot) throw new Error("no chart");
    await page.mouse.move(plot.x + plot.width * 0.25, plot.y + 80);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 80, { steps: 4 });
    await page.mouse.up();
    const query = new URL((await finer).url()).searchParams;
    const [from, to] = [Number(query.get("startTime")), Number(query.get("endTime"))];
    expect(Math.round((from - at(0).getTime()) / 1_000)).toBeCloseTo(15, -1);
    expect(Math.round((to - from) / 1_000)).toBeCloseTo(15, -1);

    const csv = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export CSV" }).click();
    const lines = (await bytesOf(await csv)).toString().trim().split("\n");
    expect((await csv).suggestedFilename()).toBe(baseName(uploaded).replace(".osfz", ".csv"));
    expect(lines[0]).toMatch(/Engine\.Speed.*Bearing\.Temperature/);
    expect(lines.length).toBeGreaterThan(100); // a quarter of 60 s with 10 samples each
    expect(lines.length).toBeLessThan(200);
    const inWords = () => dialog.locator(".file-range").getByRole("status").innerText();
    const zoomed = page.url();
    await expect.poll(inWords).toMatch(/:\d\d.*:\d\d.* 1\d secs?/);
    await page.goBack(); // out of the zoom, not out of the file
    await expect.poll(inWords).toMatch(/Whole file$/);
    if (isLongRun()) {
      await page.goto(zoomed);
      await dialog.getByRole("img", { name: "Chart: Engine.Speed, Bearing.Temperature" }).waitFor(); // of the address
      await expect.poll(inWords).not.toContain("Whole file");
      await dialog.getByRole("button", { name: "Whole file" }).click();
      await expect.poll(inWords).toMatch(/Whole file$/);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
  });

  atLength("files and channels with hostile names are only text, a broken file says so", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const device = new HttpDevice(stage.app.node.httpPort, token);
    await device.contact(
      "ATTN",
      `<root><attention text="File=/x/${hostile.replace(/[<>"]/g, escaped)}.osf Tag=a"/></root>`,
    );
    await device.contact("UPLOAD", "this is no measurement", {
      tag: hostile.replace(/"/g, ""),
      fileName: "broken.osf",
    });
    await using visitor = await arrivedAt(id);
    const { page } = visitor;

    await page
      .getByRole("row", { name: /broken\.osf/ })
      .getByText("damaged")
      .waitFor();
    await page
      .getByRole("row", { name: /onerror=hacked/ })
      .first()
      .waitFor();

    expect(await page.evaluate(() => document.querySelectorAll("img[src='x']").length)).toBe(0);
  });

  atLength("thousands of files are shown in steps from the newest on, and filtered by the server", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    const device = new HttpDevice(stage.app.node.httpPort, token);
    const range = { startTime: "2026-11-01T00:00:00Z", endTime: "2026-11-30T00:00:00Z", tag: "raw" };
    expectOk(await stage.tenant.admin.post(`/api/devices/${id}/request-list`, range));
    const messageId = messageIdOf(await device.contact("PING"));
    const entry = (index: number) => {
      const [start, end] = [index, index + 1].map((minute) => new Date(Date.UTC(2026, 10, 5, 0, minute)).toISOString());
      return `<file name="/raw/${index}.osf" tag="raw" size="1" startTime="${start}" endTime="${end}"/>`;
    };
    const entries = Array.from({ length: 4_100 }, (_, index) => entry(index));
    await device.contact("RETURN_LIST", `<root>${entries.join("")}</root>`, { messageId });
    const young = { tag: "few", fileName: "lonely.txt" };
    await device.contact("UPLOAD", "content", young);
    await using visitor = await arrivedAt(id);
    const { page } = visitor;

    await page.getByText("Files 1–2,000 of 4,101, the newest first").waitFor();
    await page.getByRole("row", { name: "4099.osf" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(201);
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("Files 2,001–4,000 of 4,101").waitFor();
    await page.getByRole("row", { name: "Select /raw/2100.osf" }).waitFor();
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText("Files 4,001–4,101 of 4,101").waitFor();
    await page.getByRole("row", { name: "Select /raw/0.osf" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Older" }).isDisabled()).toBe(true);
    await expect.poll(() => page.getByRole("group", { name: "Timeline" }).getByRole("button").count()).toBe(101);

    await page.getByLabel("Search name").fill("/raw/17.osf");
    await page.getByRole("row", { name: "Select /raw/17.osf" }).waitFor();
    await expect.poll(() => page.getByText("the newest first").count()).toBe(0);
    await page.getByLabel("Search name").fill("");
    await page.getByLabel("Tag").selectOption("few");
    await page.getByRole("row", { name: "lonely.txt" }).waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
  });

  atLength("what a viewer may not do is not offered: files can be fetched, not asked for", async () => {
    const { id, uploaded } = await arrange();
    const username = fresh("viewer of files");
    await stage.app.user(stage.tenant.admin, stage.tenant.id, username, "VIEWER");
    await using visitor = await stage.visitorAt(`/devices/${id}/files`, username);
    const { page } = visitor;
    await page.getByLabel(`Select ${baseName(uploaded)}`).check();

    await page.getByRole("button", { name: "Download 1" }).waitFor();
    expect(await page.getByRole("button", { name: /Request/ }).count()).toBe(0);
  });
});

const escaped = (character: string): string => `&#${character.charCodeAt(0)};`;
