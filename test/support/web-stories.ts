import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import type { OwnTenant, TestApp } from "./app.ts";
import { type Served, Visitor } from "./browser.ts";
import { hasChromium, sharedBrowser } from "./chromium.ts";
import { sharedApp } from "./shared-app.ts";

/** A name that nobody has: a story that is told twice meets what it left behind the first time. */
export const fresh = (name: string): string => `${name} ${randomUUID()}`;

/** What every story of the web interface needs: a browser, a node and a tenant of its own. */
export class Stage {
  #open: { readonly browser: Browser; readonly app: TestApp; readonly tenant: OwnTenant } | undefined;

  async open(): Promise<void> {
    const [browser, app] = await Promise.all([sharedBrowser(), sharedApp()]);
    this.#open = { browser, app, tenant: await app.tenant() };
  }

  async close(): Promise<void> {
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
}

/** Stories through a real browser and a real node, which they share. */
export function webStories(subject: string, tell: (stage: Stage) => void): void {
  describe.skipIf(!hasChromium())(`the web interface: ${subject}`, { timeout: 300_000 }, () => {
    const stage = new Stage();
    beforeAll(() => stage.open());
    afterAll(() => stage.close());
    tell(stage);
  });
}
