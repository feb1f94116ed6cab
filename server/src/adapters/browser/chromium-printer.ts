import { setTimeout as delay } from "node:timers/promises";
import {
  browserCrashed,
  browserMissing,
  browserTooSlow,
  type PagePrinter,
  type PrintedPage,
} from "../../core/reports/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { OneByOne } from "../../kernel/one-by-one.ts";
import { BrowserProcess } from "./browser-process.ts";
import type { DevtoolsPipe } from "./devtools-pipe.ts";
import { findBrowser } from "./find-browser.ts";
import { paperOf } from "./paper.ts";

/** The node itself, for as long as a browser looks at it. */
interface OwnDoor {
  open(): Promise<{ readonly port: number; close(): Promise<void> }>;
}

interface PrinterOptions {
  /** Undefined: whichever is installed. */
  readonly program: string | undefined;
  /** Where the browser keeps what it needs while it runs. */
  readonly profile: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
}

/** The name of the node for its own browser: a secure place for scripts, and leads nowhere for anybody else. */
const name = "heliograph.localhost";
/** A page takes its words and how dates are written from it. */
const locales = { en: "en-GB", de: "de-DE" } as const;
const pieceBytes = 262_144;
const lookEveryMs = 100;
const isDrawn = 'document.documentElement.dataset.drawn === "yes"';

/** Prints pages of this node with the Chromium that is installed [SCH2], one at a time. */
export class ChromiumPrinter implements PagePrinter {
  readonly #door: OwnDoor;
  readonly #options: PrinterOptions;
  readonly #oneByOne = new OneByOne();

  constructor(door: OwnDoor, options: PrinterOptions) {
    this.#door = door;
    this.#options = options;
  }

  async requireBrowser(): Promise<string> {
    const program = await findBrowser(this.#options.program);
    if (program === undefined) throw browserMissing(this.#options.program);
    return program;
  }

  async *print(page: () => Promise<PrintedPage>, wanted: AbortSignal): AsyncGenerator<Uint8Array> {
    using _turn = await this.#oneByOne.enter("browser");
    wanted.throwIfAborted();
    const program = await this.requireBrowser();
    const door = await this.#door.open();
    try {
      yield* this.#printed(program, door.port, await page(), wanted);
    } finally {
      await door.close();
    }
  }

  async *#printed(program: string, port: number, page: PrintedPage, wanted: AbortSignal): AsyncGenerator<Uint8Array> {
    const { profile, memoryBytes, timeoutMs } = this.#options;
    const address = `127.0.0.1:${port}`;
    await using browser = await BrowserProcess.start({ program, profile, memoryBytes, door: { name, address } });
    const late = setTimeout(() => browser.end(browserTooSlow(timeoutMs)), timeoutMs);
    const unwanted = () =>
      browser.end(wanted.reason instanceof Error ? wanted.reason : new Error("not wanted any more"));
    wanted.addEventListener("abort", unwanted);
    try {
      yield* pdfOf(browser.pipe, page);
    } catch (error) {
      throw wanted.aborted || error instanceof AppError ? error : browserCrashed(String(error));
    } finally {
      clearTimeout(late);
      wanted.removeEventListener("abort", unwanted);
    }
  }
}

async function* pdfOf(pipe: DevtoolsPipe, page: PrintedPage): AsyncGenerator<Uint8Array> {
  const { screen, print } = paperOf(page.paper);
  const session = await openPage(pipe, page, screen);
  await drawn(pipe, session);
  const { stream } = await pipe.send<{ stream: string }>(
    "Page.printToPDF",
    { ...print, transferMode: "ReturnAsStream" },
    session,
  );
  for (let isLast = false; !isLast; ) {
    const read = { handle: stream, size: pieceBytes };
    const piece = await pipe.send<{ data: string; eof: boolean }>("IO.read", read, session);
    yield Buffer.from(piece.data, "base64");
    isLast = piece.eof;
  }
}

/** As on a light screen of the size of the paper, with the clocks and the language of the report. */
async function openPage(
  pipe: DevtoolsPipe,
  { path, timeZone, language }: PrintedPage,
  screen: object,
): Promise<string> {
  const { targetId } = await pipe.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const attach = { targetId, flatten: true };
  const { sessionId } = await pipe.send<{ sessionId: string }>("Target.attachToTarget", attach);
  const settings: [string, object][] = [
    ["Inspector.enable", {}],
    ["Emulation.setDeviceMetricsOverride", screen],
    ["Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: "light" }] }],
    ["Emulation.setTimezoneOverride", { timezoneId: timeZone }],
    ["Emulation.setLocaleOverride", { locale: locales[language] }],
    ["Emulation.setUserAgentOverride", { userAgent: "Heliograph report", acceptLanguage: locales[language] }],
    ["Page.navigate", { url: `http://${name}${path}` }],
  ];
  for (const [method, params] of settings) await pipe.send(method, params, sessionId);
  return sessionId;
}

/** The page says so itself; whoever waits for too long is ended from outside. */
async function drawn(pipe: DevtoolsPipe, session: string): Promise<void> {
  const look = { expression: isDrawn, returnByValue: true };
  for (;;) {
    const { result } = await pipe.send<{ result: { value?: unknown } }>("Runtime.evaluate", look, session);
    if (result.value === true) return;
    await delay(lookEveryMs);
  }
}
