import type { Page, Request } from "playwright-core";

/** What a page has asked for and not got yet. */
export class OpenCalls {
  readonly #calls = new Set<Request>();

  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.on("request", this.#begin);
    page.on("requestfinished", this.#end);
    page.on("requestfailed", this.#end);
  }

  stop(): void {
    this.#page.off("request", this.#begin);
    this.#page.off("requestfinished", this.#end);
    this.#page.off("requestfailed", this.#end);
  }

  readonly #begin = (request: Request): void => {
    if (request.isNavigationRequest()) this.#calls.clear(); // nobody waits for those of the page before it
    this.#calls.add(request);
  };
  readonly #end = (request: Request): void => void this.#calls.delete(request);

  get any(): boolean {
    return this.#calls.size > 0;
  }
}
