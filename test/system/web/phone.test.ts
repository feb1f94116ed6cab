import { expect, test } from "vitest";
import { webStories } from "../../support/web-stories.ts";

const phone = { viewport: { width: 390, height: 844 } };

webStories("on a phone", (stage) => {
  test("[#17.25] it can be installed: the browser finds a manifest without faults, and its icons and pages", async () => {
    await using visitor = await stage.visitorAt("/devices", "admin", phone);
    const { page, base } = visitor;
    const debug = await page.context().newCDPSession(page);

    const { url, errors, data } = await debug.send("Page.getAppManifest");

    expect({ url, errors }).toEqual({ url: `${base}/manifest.webmanifest`, errors: [] });
    const manifest = JSON.parse(data ?? "") as { icons: { src: string; type: string }[]; shortcuts: { url: string }[] };
    for (const { src, type } of manifest.icons) {
      const icon = await fetch(`${base}${src}`);
      expect([icon.status, icon.headers.get("content-type")]).toEqual([200, type]);
    }
    for (const shortcut of manifest.shortcuts) {
      await visitor.go(shortcut.url);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await page.getByRole("heading", { name: "Page not found" }).count()).toBe(0);
    }
    expect(manifest.shortcuts).not.toEqual([]);
  });
});
