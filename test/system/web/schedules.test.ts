import type { DeviceRecord, ScheduleRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

webStories("schedules", (stage) => {
  const schedulesOf = async (home: TestTenant): Promise<ScheduleRecord[]> =>
    expectOk(await home.admin.get("/api/schedules")).json<{ data: ScheduleRecord[] }>().data;

  /** One for all stories of a tenant: the window knows it from the first one on. */
  const pumps = new WeakMap<TestTenant, Promise<DeviceRecord>>();
  function pumpOf(home: TestTenant): Promise<DeviceRecord> {
    const pump = pumps.get(home) ?? stage.app.device(home, { name: "P-03" });
    pumps.set(home, pump);
    return pump;
  }

  test("[SCH1] a schedule is written as a sentence, says when it runs, is run, and stands in the calendar", async () => {
    const home = stage.tenant;
    const device = await pumpOf(home);
    await using visitor = await stage.insiderAt("/schedules");
    const { page } = visitor;

    // nothing yet: the next step is there
    await page.getByText("No schedules yet").waitFor();
    await page.locator(".state").getByRole("link", { name: "New schedule" }).click();

    // each chip is a button with a form
    await page.getByLabel("Name", { exact: true }).fill("Nightly self-test");
    await page.getByRole("button", { name: "Every day at 02:30" }).press("Enter");
    const when = page.getByRole("dialog", { name: "When" });
    await when.getByLabel("When").selectOption("weekly");
    await when.getByLabel("Fri").check();
    await when.getByLabel("Time").fill("16:00");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Every Monday and Friday at 16:00" }).waitFor();
    await page.getByRole("button", { name: "… choose devices" }).click();
    await page.getByRole("dialog", { name: "Devices" }).getByLabel("P-03").check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Time zone" }).or(page.getByTitle("Time zone")).click();
    await page.getByRole("dialog", { name: "Time zone" }).getByRole("combobox").selectOption("Europe/Berlin");
    await page.keyboard.press("Escape");

    // the next five runs, what clocks do, and what is wrong with a pattern
    const next = page.getByRole("region", { name: "Next five runs" });
    await next.getByText(/^Clocks change on .* It still runs at 16:00 there/).waitFor();
    expect(await next.getByRole("listitem").count()).toBe(5);
    await page.getByText("0 16 * * 1,5").waitFor();
    await page.getByRole("button", { name: "Every Monday and Friday at 16:00" }).click();
    await when.getByLabel("When").selectOption("cron");
    visitor.provokes(400);
    await when.getByLabel("Cron expression").fill("0 25 * * *");
    await when.getByRole("alert").waitFor();
    await when.getByLabel("Cron expression").fill("30 2 * * *");
    await expect.poll(() => when.getByRole("alert").count()).toBe(0);
    await page.keyboard.press("Escape");
    await expectAccessibleAtLength(page);
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.getByText("version 1").waitFor();
    const [saved] = await schedulesOf(home);
    expect(saved).toMatchObject({
      ...{ name: "Nightly self-test", enabled: true, timeZone: "Europe/Berlin", missed: "SKIP" },
      timing: { kind: "CRON", expression: "30 2 * * *" },
      action: { deviceIds: [device.id.id], commands: [{ type: "SCPI", text: "*TST?" }] },
    });

    // now, once
    await page.getByRole("button", { name: "Run now" }).click();
    await page.getByRole("dialog", { name: "Run it now?" }).getByRole("button", { name: "Run now" }).click();
    await page.getByRole("row", { name: /done by hand · 1 of 1 device/ }).waitFor();
    const queued = await home.admin.calls.commands.list({ deviceId: device.id.id });
    expect(queued.data.map(({ parameters }) => parameters["text"])).toEqual(["*TST?"]);

    // somebody else saves first: nothing is lost
    const { id, version, name, enabled, timing, timeZone, action } = saved ?? expect.fail("not saved");
    const again = { id, version, name: "Theirs", enabled, timing, timeZone, action };
    expect(name).toBe("Nightly self-test");
    expectOk(await home.admin.post("/api/schedule", again));
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    visitor.provokes(409);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Load the newer one" }).click();
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Theirs");

    // the calendar has what ran and what comes; the panel beside it switches it off
    await page.getByRole("link", { name: "Schedules" }).last().click();
    await page.getByRole("row", { name: /Theirs .* done/ }).waitFor();
    await page.getByRole("button", { name: "Calendar" }).click();
    await page
      .getByRole("button", { name: /Theirs, done$/ })
      .first()
      .click();
    const panel = page.getByRole("complementary", { name: "Theirs" });
    await panel.getByRole("switch").click();
    await panel.getByText("It is off. Switched on, it would run:").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /Theirs, planned$/ }).count()).toBe(0);
    if (isLongRun()) {
      await page.getByRole("button", { name: "Month", exact: true }).click();
      await page
        .getByRole("button", { name: /Theirs, done$/ })
        .first()
        .waitFor();
    }
    await expectAccessibleAtLength(page);
    expect((await schedulesOf(home)).map((one) => one.enabled)).toEqual([false]);
  });

  atLength("[SCH1, AUTH5] who may only see schedules changes nothing", async () => {
    const home = await stage.app.tenant();
    const device = await stage.app.device(home, { name: "P-03" });
    const schedule = await home.admin.calls.schedules.save({
      body: {
        ...{ name: "Flushing", enabled: true, timing: { kind: "DAILY", time: "06:00" }, timeZone: "UTC" },
        action: { kind: "COMMANDS", deviceIds: [device.id.id], commands: [{ type: "SCPI", text: "*RST" }] },
      },
    });
    const username = `reader-${home.username}`;
    await stage.app.user(home.admin, home.id, username, "VIEWER");
    await using visitor = await stage.visitorAt(`/schedules/${schedule.id.id}`, username);
    const { page } = visitor;

    await page.getByText("You may look at schedules, not change them.").waitFor();
    await page.getByText("Every day at 06:00").waitFor();
    expect(await page.getByRole("button", { name: /Save|Run now|Delete|Every day/ }).count()).toBe(0);
    expect(await page.getByRole("switch").count()).toBe(0);
  });

  test("[SCH2] a report is described, made, downloaded, and given to a schedule", async () => {
    const home = stage.tenant;
    const device = await pumpOf(home);
    const points = [{ ts: Date.now() - 60_000, values: { temp: 21.5 } }];
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, points));
    await using visitor = await stage.insiderAt("/reports");
    const { page } = visitor;

    await page.locator(".state").getByRole("button", { name: "New report" }).click();
    const form = page.getByRole("dialog", { name: "New report" });
    await form.getByLabel("Name", { exact: true }).fill("Temperatures");
    await form.getByRole("button", { name: "Create" }).click();
    await form.getByText("Choose at least one device.").waitFor();
    await form.getByLabel("P-03").check();
    await form.getByLabel("Time", { exact: true }).selectOption("LAST");
    await form.getByLabel("Format").selectOption("CSV");
    await form.getByLabel(home.username, { exact: true }).check();
    await expectAccessibleAtLength(page);
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByRole("row", { name: /^Temperatures all channels of P-03, the last 1 d, every point/ }).waitFor();

    const [described] = (await home.admin.calls.reports.list({ limit: -1 })).data;
    expect(described?.mail?.userIds).toHaveLength(1);

    await page.getByRole("button", { name: "Make now: Temperatures" }).click();
    const made = page.getByRole("region", { name: "Made reports" });
    await made.getByRole("row", { name: /done 1 row/ }).waitFor();
    const arriving = page.waitForEvent("download");
    await made.getByRole("button", { name: /^Download/ }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^Temperatures.*\.csv$/);

    await page.getByRole("link", { name: "Schedule it: Temperatures" }).click();
    await page.getByRole("button", { name: "Temperatures", exact: true }).waitFor();
    await page.getByRole("button", { name: "Create schedule" }).click();
    await page.getByText("version 1").waitFor();
    const actions = (await schedulesOf(home)).map(({ action }) => action);
    expect(actions).toContainEqual(expect.objectContaining({ kind: "REPORT", reportId: described?.id.id }));
  });

  atLength("[SCH2] a dashboard is sent regularly as PDF, from its page on", async () => {
    const home = await stage.app.tenant();
    const { id } = await home.admin.calls.dashboards.save({ body: { title: "Pump <b>house</b>" } });
    await using visitor = await stage.visitorAt(`/dashboards/${id.id}?from=now-1w/w&to=now/w`, home.username);
    const { page } = visitor;

    await page.getByRole("link", { name: "Send regularly as PDF" }).click();
    const form = page.getByRole("dialog", { name: "New report" });
    await form.getByLabel("Name", { exact: true }).fill("Pumps");
    await form.getByLabel("Dashboard", { exact: true }).getByText("Pump <b>house</b>").waitFor({ state: "attached" });
    await form.getByLabel("Orientation").selectOption("PORTRAIT");
    await expectAccessibleAtLength(page);
    await form.getByRole("button", { name: "Create" }).click();
    await page.getByRole("row", { name: /^Pumps A dashboard, the week before, A4, portrait PDF/ }).waitFor();

    const [described] = (await home.admin.calls.reports.list({ limit: -1 })).data;
    const paper = { size: "A4", orientation: "PORTRAIT" };
    expect(described).toMatchObject({ format: "PDF", content: { kind: "DASHBOARD", dashboardId: id.id, paper } });
  });
});
