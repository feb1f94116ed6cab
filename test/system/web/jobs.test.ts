import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { expectOk, startApp } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { smtpError, startMailServer } from "../../support/mail-server.ts";
import { holdClock, skipPauses } from "../../support/page-clock.ts";
import { webStories } from "../../support/web-stories.ts";

const phone = { viewport: { width: 390, height: 844 } };
/** More than one step of the job. */
const many = 250;
/** How often the page asks for what was not delivered. */
const deliveriesMs = 10_000;

webStories("jobs and mail", (stage) => {
  test("[PRJ1] many devices are moved by a job that is watched, left, and found again with what came of it", async () => {
    const home = stage.tenant;
    const csv = ["name", ...Array.from({ length: many }, (_, n) => `logger ${n}`)].join("\n");
    const headers = { "content-type": "text/csv" };
    expectOk(await home.admin.post(`/api/tenants/${home.id}/devices/import`, csv, { headers }));
    await home.admin.calls.projects.save({ body: { name: "North" } });
    await home.admin.calls.jobs.deleteDevices({ body: { deviceIds: [randomUUID()] } });
    await using visitor = await stage.visitorAt("/devices", home.username);
    const { page } = visitor;

    await page.getByLabel("Select all that match").check();
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await page.getByLabel("To", { exact: true }).selectOption("North");
    await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
    await page.getByText(`Done: ${many} devices of ${many} changed`).waitFor();
    await expectAccessibleAtLength(page);
    await page.getByRole("dialog").getByText("Close", { exact: true }).click();
    await page.locator("summary", { hasText: home.username }).click();
    await page.getByRole("link", { name: "Jobs" }).click();

    await page.getByRole("heading", { name: "Move devices" }).waitFor();
    await page.getByText("1 device could not be changed").click();
    await page.getByText(/No device/).waitFor();
    await expectAccessibleAtLength(page);
  });

  atLength(
    "[AUTH7] where mail is set up the invite dialog says so, on a phone, too; it can be sent again, and what fails is shown",
    async () => {
      await using server = await startMailServer();
      await using app = await startApp({
        HELIO_PUBLIC_URL: "https://helio.example.org",
        HELIO_MAIL_INSIDE: "127.0.0.0/8",
      });
      const home = await app.tenant();
      const mail = { host: "127.0.0.1", port: server.port, security: "NONE" as const, from: "lab@example.org" };
      await home.admin.calls.tenants.saveMail({ tenantId: home.id, body: mail });
      await using visitor = await stage.visitor(phone, app);
      const { page } = visitor;
      await holdClock(page);
      await visitor.arrive("/users", home.username);
      const invite = async (name: string) => {
        await page.getByRole("button", { name: "Invite" }).click();
        await page.getByLabel("User name").fill(name);
        await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
        await page.getByText(`The link is on its way to ${name}`).waitFor();
        expect(await page.getByRole("textbox", { name: "Link" }).count()).toBe(0);
        await page.getByRole("dialog").getByText("Close", { exact: true }).click();
      };

      await invite("grace@example.org");
      await page.getByRole("button", { name: "Send again: grace@example.org" }).click();
      await page.getByText("The link is on its way to grace@example.org").waitFor();
      await expectAccessibleAtLength(page);
      await page.getByRole("dialog").getByText("Close", { exact: true }).click();
      await server.arrived(1);
      // Hers alone: the second one to the other may still be on its way.
      server.answer = ({ to }) =>
        to.includes("mary@example.org") ? smtpError(554, "5.7.1 looks like spam") : undefined;
      await invite("mary@example.org");
      await visitor.go("/settings#mail");

      const failed = page.getByText("Invitation of mary@example.org");
      await skipPauses(page, deliveriesMs, () => page.getByText("looks like spam").isVisible());
      await failed.waitFor();
      server.answer = undefined;
      await page.getByRole("button", { name: "Try again: Invitation of mary@example.org" }).click();
      await skipPauses(page, deliveriesMs, async () => (await failed.count()) === 0);
      await expectAccessibleAtLength(page);
    },
  );
});
