import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { testPassword } from "./app.ts";
import { Complaints, type Provoked } from "./complaints.ts";
import { keepSession } from "./kept-session.ts";
import { OpenCalls } from "./open-calls.ts";
import { freshPage, sweep, sweptPage } from "./pages.ts";

export interface Served {
  readonly node: { readonly httpPort: number };
}

export const baseOf = ({ node }: Served): string => `http://127.0.0.1:${node.httpPort}`;

/**
 * A browser window in which nothing is remembered. When it leaves, its console, and that of every tab it opened, has to be free of
 * errors and warnings, but for those the story provokes on purpose and names with `provokes`.
 */
export class Visitor implements AsyncDisposable {
  readonly page: Page;
  readonly base: string;
  readonly #complaints: Complaints;
  readonly #calls: OpenCalls;

  /** What happens when the visitor has left. */
  readonly #end: () => Promise<void>;

  private constructor(page: Page, base: string, end: () => Promise<void>) {
    this.page = page;
    this.base = base;
    this.#end = end;
    page.setDefaultTimeout(45_000);
    this.#calls = new OpenCalls(page);
    this.#complaints = new Complaints(page.context(), base);
  }

  /** With a fresh profile. */
  static async come(browser: Browser, app: Served, options: BrowserContextOptions = {}): Promise<Visitor> {
    const page = await freshPage(browser, options);
    return new Visitor(page, baseOf(app), () => page.context().close());
  }

  /** With one that was swept, and is swept again: for stories that do nothing to the browser itself. */
  static async comeAgain(browser: Browser, app: Served, options: BrowserContextOptions = {}): Promise<Visitor> {
    const page = await sweptPage(browser, options);
    const isLikeAny = Object.keys(options).every((name) => name === "viewport" || name === "colorScheme");
    return new Visitor(page, baseOf(app), () => (isLikeAny ? sweep(page, baseOf(app)) : page.context().close()));
  }

  /** In a window that is open already, or stays so. */
  static in(page: Page, app: Served, end: () => Promise<void>): Visitor {
    return new Visitor(page, baseOf(app), end);
  }

  /** The story makes the server refuse with these, or takes an answer away. One that then does not is a failure, too. */
  provokes(...refusals: readonly Provoked[]): void {
    this.#complaints.expect(...refusals);
  }

  /**
   * The story takes the server away. Which calls are under way then, and in which of its many words the browser
   * complains about them, is nobody's promise: whatever it says about the network is as good as nothing.
   */
  losesServer(): void {
    this.#complaints.tolerateLostServer();
  }

  /**
   * The story ends a session that pages go on with: what one of them asks for in that moment is refused, if it asks, and what
   * is on its way to it breaks off.
   */
  endsSession(): void {
    this.#complaints.tolerate(401, "no answer");
  }

  /** The story deletes what a page shows: what the page asks for in that moment is not there, if it asks. */
  losesWhatIsShown(): void {
    this.#complaints.tolerate(404);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#complaints.judge();
    this.#calls.stop();
    this.#complaints.stop();
    await this.#end();
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(`${this.base}${path}`);
  }

  /** Fills in the form that is shown. */
  async logIn(username: string, password = testPassword): Promise<void> {
    await this.page.getByLabel("User name").fill(username);
    await this.page.getByLabel("Password").fill(password);
    await this.page.getByRole("button", { name: "Log in" }).click();
  }

  async openUserMenu(): Promise<void> {
    await this.page.locator("summary", { hasText: "User menu" }).click();
  }

  /** Logged in at a path, its page shown. The login itself is told in other stories, which go through the form. */
  async arrive(path: string, username: string): Promise<void> {
    await using _ = await keepSession(this.page, this.base, { username, password: testPassword });
    await this.open(path);
    await this.page.getByRole("navigation", { name: "Main navigation" }).waitFor();
  }

  /** On to another page as a link leads there, without loading the interface again. */
  async go(path: string): Promise<void> {
    await this.page.evaluate(async (href) => {
      const { __TSR_ROUTER__: router } = window as unknown as RoutedWindow;
      await router.navigate({ href });
    }, path);
  }

  /** Everything that the page has to load is there and shown. */
  async settled(): Promise<void> {
    await expect.poll(async () => !this.#calls.any && (await hasNoGaps(this.page)) && !this.#calls.any).toBe(true);
  }
}

/** The router puts itself there. */
interface RoutedWindow {
  readonly __TSR_ROUTER__: { navigate(to: { readonly href: string }): Promise<void> };
}

/** Two frames later, so that what has arrived by now is shown, and what that asks for is under way. */
const hasNoGaps = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.querySelector(".skeleton") === null))),
      ),
  );
