import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** Nobody waits for what only moves: a busy machine would draw it sixty times a second. */
const usual = { locale: "en-GB", viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" } as const;

/** A page of a profile of its own. */
export async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...usual, ...options });
  await context.addInitScript(spareData);
  return context.newPage();
}

/** Runs in the page: no pages are fetched ahead, which costs more than most stories. */
function spareData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

/** For stories of what is there though it was not visited: pages are fetched ahead as they usually are. */
export const fetchAhead = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: undefined, configurable: true }));

/** What a page can change without another profile. */
type Looks = Pick<BrowserContextOptions, "viewport" | "colorScheme">;

/** Swept pages that wait for the next visitor: a profile's first page costs three times what its next one does. */
const free: Page[] = [];

/** A page in which nobody is logged in and nothing is remembered; one that was used before, where that will do. */
export async function sweptPage(browser: Browser, { viewport, colorScheme, ...more }: BrowserContextOptions) {
  const looks = { ...(viewport && { viewport }), ...(colorScheme && { colorScheme }) };
  const page = free.pop();
  if (Object.keys(more).length > 0 || !page || page.isClosed()) return freshPage(browser, { ...looks, ...more });
  await makeLook(page, looks);
  return page;
}

async function makeLook(page: Page, { viewport, colorScheme }: Looks): Promise<void> {
  await page.setViewportSize(viewport ?? usual.viewport);
  await page.emulateMedia({ colorScheme: colorScheme ?? "light" });
}

/** What stories listen to: one must not go on in the next. */
const heard = ["request", "requestfailed", "requestfinished", "response", "websocket", "download", "dialog"];

/** Nothing of a story goes on in the page but what it shows. */
export async function letGo(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  for (const event of heard) await page.removeAllListeners(event, { behavior: "ignoreErrors" });
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();
  await page.context().clearPermissions();
}

/** For the next visitor; one that cannot be swept is thrown away. */
export async function sweep(page: Page, base: string): Promise<void> {
  try {
    await letGo(page);
    await page.goto(`${base}/favicon.svg`, { timeout: 20_000 }); // of the same server, and does nothing
    await page.evaluate(forgetAll);
    free.push(page);
  } catch {
    await page.context().close();
  }
}

/** Runs in the page: what a visit leaves behind, see `web/src/session`. */
async function forgetAll(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase("heliograph");
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("somebody still has it open"));
  });
}
