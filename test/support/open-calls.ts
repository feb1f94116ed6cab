import type { Page, Request } from "playwright-core";

/** What a page has asked for and not got yet. */
export class OpenCalls {
  readonly #calls = new Set<Request>();

  constructor(page: Page) {
    page.on("request", (request) => {
      if (request.isNavigationRequest()) this.#calls.clear(); // nobody waits for those of the page before it
      this.#calls.add(request);
    });
    const end = (request: Request) => void this.#calls.delete(request);
    page.on("requestfinished", end);
    page.on("requestfailed", end);
  }

  get any(): boolean {
    return this.#calls.size > 0;
  }
}
