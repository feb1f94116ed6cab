import type { Browser, Page } from "playwright-core";
import { openBrowser } from "../../test/support/chromium.ts";
import { keepSession } from "../../test/support/kept-session.ts";
import { benchPassword, type ChildNode, type LoggedIn, logIn, startChildNode } from "../child-node.ts";

/** A node with a browser in front of it. */
export interface Stage {
  readonly node: ChildNode;
  readonly client: LoggedIn;
  readonly base: string;
  /** Somebody logged in, in a browser profile that knows nothing yet. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const node = await startChildNode();
  const client = await logIn(node.port);
  const base = `http://127.0.0.1:${node.port}`;
  let browser: Browser | undefined;
  return {
    ...{ node, client, base },
    newPage: async () => {
      browser ??= await openBrowser();
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
      page.setDefaultTimeout(120_000);
      await keepSession(page, base, { username: "admin", password: benchPassword });
      return page;
    },
    close: async () => {
      await browser?.close();
      await node.stop();
    },
  };
}

export const ms = async (work: () => Promise<unknown>): Promise<string> => {
  const start = performance.now();
  await work();
  return `${Math.round(performance.now() - start)} ms`;
};
