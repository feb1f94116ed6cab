import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from "playwright-core";
import { expect } from "vitest";

/** What a story does to the page on purpose: a status it is refused with, or a request that gets no answer at all. */
export type Provoked = number | "no answer";

interface Complaint {
  readonly text: string;
  /** What it is about, where that is a request. */
  readonly url: string;
}

/**
 * Errors and warnings of a window and every tab it opened, exceptions, and requests that left the server. What a complaint
 * says about a request is taken from the request, since a browser's wording is nobody's promise.
 */
export class Complaints {
  readonly #heard: Complaint[] = [];
  readonly #outcomes = new Map<string, Set<Provoked>>();
  readonly #provoked: Provoked[] = [];
  readonly #tolerated: ((complaint: Complaint) => boolean)[] = [];
  readonly #context: BrowserContext;
  readonly #base: string;

  constructor(context: BrowserContext, base: string) {
    this.#context = context;
    this.#base = base;
    context.on("console", this.#hearConsole);
    context.on("weberror", this.#hearError);
    context.on("request", this.#seeRequest);
    context.on("response", this.#seeResponse);
    context.on("requestfailed", this.#seeFailure);
  }

  stop(): void {
    this.#context.off("console", this.#hearConsole);
    this.#context.off("weberror", this.#hearError);
    this.#context.off("request", this.#seeRequest);
    this.#context.off("response", this.#seeResponse);
    this.#context.off("requestfailed", this.#seeFailure);
  }

  expect(...provoked: readonly Provoked[]): void {
    this.#provoked.push(...provoked);
  }

  /** The server goes away: which calls are under way then, and on which socket, cannot be known. */
  tolerateLostServer(): void {
    this.#tolerated.push(
      (complaint) => this.#isAbout(complaint, (outcome) => outcome === "no answer" || outcome >= 500),
      ({ text }) => /net::ERR_|WebSocket connection/.test(text),
    );
  }

  tolerate(...outcomes: readonly Provoked[]): void {
    this.#tolerated.push((complaint) => this.#isAbout(complaint, (outcome) => outcomes.includes(outcome)));
  }

  /** Soft, so that what a failed story says about itself is not hidden. */
  async judge(): Promise<void> {
    await this.#hearTheLast();
    const left = this.#heard.filter((complaint) => !this.#isExpected(complaint));
    expect.soft(left.map((complaint) => this.#words(complaint))).toEqual([]);
    expect.soft(this.#provoked.filter((provoked) => !this.#isHeard(provoked))).toEqual([]);
  }

  /** The console is heard a moment after the page has shown what it is about, and a request's end may be told later still. */
  async #hearTheLast(): Promise<void> {
    const isAllHeard = () => this.#provoked.every(this.#isHeard) && this.#heard.every(this.#isExpected);
    await expect
      .poll(isAllHeard, { timeout: 10_000 })
      .toBe(true)
      .catch(() => undefined); // said by the judgement, with what was heard instead
  }

  readonly #isHeard = (provoked: Provoked): boolean =>
    this.#heard.some((complaint) => this.#isAbout(complaint, (outcome) => outcome === provoked));

  readonly #isExpected = (complaint: Complaint): boolean =>
    this.#isAbout(complaint, (outcome) => this.#provoked.includes(outcome)) ||
    this.#tolerated.some((tolerates) => tolerates(complaint));

  #isAbout({ url }: Complaint, fits: (outcome: Provoked) => boolean): boolean {
    return [...(this.#outcomes.get(url) ?? [])].some(fits);
  }

  #words({ text, url }: Complaint): string {
    const outcomes = this.#outcomes.get(url);
    return outcomes === undefined ? text : `${text} (${url}: ${[...outcomes].join(", ")})`;
  }

  #note(url: string, outcome: Provoked): void {
    const outcomes = this.#outcomes.get(url) ?? new Set();
    this.#outcomes.set(url, outcomes.add(outcome));
  }

  readonly #hearConsole = (message: ConsoleMessage): void => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (/GL Driver Message \(OpenGL, Performance/.test(message.text())) return; // a driver without a graphics card is slow
    this.#heard.push({ text: message.text(), url: message.location().url });
  };
  readonly #hearError = (error: WebError): void => void this.#heard.push({ text: error.error().message, url: "" });
  readonly #seeRequest = (request: Request): void => {
    if (request.url().startsWith(this.#base) || /^(blob|data):/.test(request.url())) return;
    this.#heard.push({ text: `a request left the server: ${request.url()}`, url: "" });
  };
  readonly #seeResponse = (response: Response): void => {
    if (response.status() >= 400) this.#note(response.url(), response.status());
  };
  readonly #seeFailure = (request: Request): void => this.#note(request.url(), "no answer");
}
