import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { hasChromium, sharedBrowser } from "../../support/chromium.ts";
import { sharedApp } from "../../support/shared-app.ts";

describe.skipIf(!hasChromium())("a browser that follows a download link", { timeout: 120_000 }, () => {
  let browser: Browser;
  let app: TestApp;
  let tenant: TestTenant;
  beforeAll(async () => {
    [browser, app] = await Promise.all([sharedBrowser(), sharedApp()]);
    tenant = await app.tenant();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** What the browser saves; it is not logged in, the link is all it has. */
  async function download(names: readonly string[]): Promise<{ name: string; bytes: Buffer }> {
    const { id } = (await app.device(tenant)).id;
    for (const name of names)
      expectOk(
        await tenant.admin.post(`/api/devices/${id}/data-files?name=${encodeURIComponent(name)}`, `content of ${name}`),
      );
    const path = `/api/device/${id}/data-files/CLIENT_SCOPE`;
    const token = expectOk(await tenant.admin.post(`${path}/download`, names)).text;
    const page = await browser.newPage();
    try {
      await page.setContent(`<a href="http://127.0.0.1:${app.node.httpPort}${path}/token/${token}">the files</a>`);
      const [saved] = await Promise.all([page.waitForEvent("download"), page.getByText("the files").click()]);
      return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
    } finally {
      await page.close();
    }
  }

  atLength("[FILE5] saves one file under its own name, not a page", async () => {
    const { name, bytes } = await download(["/sde/preview/20261115/Überlauf 1.osfz"]);

    expect(name).toBe("Überlauf 1.osfz");
    expect(bytes.toString()).toBe("content of /sde/preview/20261115/Überlauf 1.osfz");
  });

  test("[FILE5] saves several as an archive", async () => {
    const { name, bytes } = await download(["/a/1.osfz", "/a/2.osfz"]);

    expect(name).toBe("files.zip");
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50);
    expect(bytes.includes("content of /a/2.osfz")).toBe(true);
  });
});
