import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { OwnTenant, TestApp } from "./app.ts";
import { baseOf, type Served, Visitor } from "./browser.ts";
import { hasChromium, sharedBrowser } from "./chromium.ts";
import { letGo, sweep, sweptPage } from "./pages.ts";
import { sharedApp } from "./shared-app.ts";

/** A name that nobody has: stories share a node, and meet what others left behind. */
export const fresh = (name: string): string => `${name} ${randomUUID()}`;

/** What every story of the web interface needs: a browser, a node and a tenant of its own. */
export class Stage {
  #open: { readonly browser: Browser; readonly app: TestApp; readonly tenant: OwnTenant } | undefined;
  /** Who is logged in where, between two stories. */
  #window: { readonly page: Page; readonly username: string } | undefined;

  async open(): Promise<void> {
    const [browser, app] = await Promise.all([sharedBrowser(), sharedApp()]);
    this.#open = { browser, app, tenant: await app.tenant() };
  }

  /** After a story that failed, which is told again: what it left behind is not met by anybody. */
  async renew(): Promise<void> {
    await this.#closeWindow();
    this.#open = { ...this.#parts, tenant: await this.app.tenant() };
  }

  async close(): Promise<void> {
    await this.#closeWindow();
    await this.#open?.app[Symbol.asyncDispose]();
  }

  get #parts() {
    if (!this.#open) throw new Error("the stage is not open yet");
    return this.#open;
  }

  get browser(): Browser {
    return this.#parts.browser;
  }

  get app(): TestApp {
    return this.#parts.app;
  }

  get tenant(): OwnTenant {
    return this.#parts.tenant;
  }

  /** The administrator of the tenant. */
  get username(): string {
    return this.tenant.username;
  }

  /** Nobody yet, before anything is opened; `app` where the story has a node of its own. */
  guest(options: BrowserContextOptions = {}, app: Served = this.app): Promise<Visitor> {
    return Visitor.comeAgain(this.browser, app, options);
  }

  /** As above in a new browser, which costs twice as much: for stories that set its clock, or leave calls hanging. */
  visitor(options: BrowserContextOptions = {}, app: Served = this.app): Promise<Visitor> {
    return Visitor.come(this.browser, app, options);
  }

  /** Logged in and looking at a page, in a browser that may have been used before. */
  async visitorAt(path: string, username = this.username, options: BrowserContextOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.comeAgain(this.browser, this.app, options);
    await visitor.arrive(path, username);
    return visitor;
  }

  /**
   * Logged in, in a window that stays open from one of these stories to the next of the same person: the interface is
   * loaded once, and another page is gone to as a link leads there. What the stories before this made is still there.
   */
  async insiderAt(path: string, username = this.username): Promise<Visitor> {
    const page = await this.#takeWindow(username);
    const visitor = Visitor.in(page ?? (await sweptPage(this.browser, {})), this.app, () =>
      this.#keepWindow(visitor.page, username),
    );
    await (page ? visitor.go(path) : visitor.arrive(path, username));
    return visitor;
  }

  async #takeWindow(username: string): Promise<Page | undefined> {
    if (this.#window?.username !== username) await this.#closeWindow();
    const page = this.#window?.page;
    this.#window = undefined;
    return page;
  }

  async #keepWindow(page: Page, username: string): Promise<void> {
    await letGo(page);
    await this.#closeWindow();
    this.#window = { page, username };
  }

  async #closeWindow(): Promise<void> {
    const page = this.#window?.page;
    this.#window = undefined;
    if (page) await sweep(page, baseOf(this.app));
  }
}

/** Stories through a real browser and a real node, which they share. */
export function webStories(subject: string, tell: (stage: Stage) => void): void {
  describe.skipIf(!hasChromium())(`the web interface: ${subject}`, { timeout: 300_000 }, () => {
    const stage = new Stage();
    beforeAll(() => stage.open());
    afterEach(({ task }) => (task.result?.state === "fail" ? stage.renew() : undefined));
    afterAll(() => stage.close());
    tell(stage);
  });
}
