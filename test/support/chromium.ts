import { type Browser, chromium } from "playwright-core";
import { hasMemoryFolder } from "../scratch-folder.ts";
import { isLongRun } from "../switches.ts";
import { findProgram } from "./debian-package.ts";

/** Chromium without its windows: the same engine, and a page costs less than half. The long run takes the whole one. */
const withoutWindows = "chromium-headless-shell";
const programs = isLongRun() ? ["chromium"] : [withoutWindows, "chromium"];
let found: string | undefined;

/** The browser of this machine, looked for once. */
function program(): string | undefined {
  found ??= findProgram(programs, "--version", "the web interface is not tested in a browser");
  return found;
}

export const hasChromium = (): boolean => program() !== undefined;

/** Debian's Chromium, without whatever would talk to anybody but the node. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--enable-unsafe-swiftshader", // maps are drawn with WebGL, here without a graphics card
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page lives for seconds: code is compiled plainly and not optimized, which would cost more than it saves.
  ...(isLongRun() ? [] : ["--js-flags=--max-opt=1"]),
  // In a container's 64 MiB of shared memory pages crash: there they share files.
  ...(hasMemoryFolder() ? [] : ["--disable-dev-shm-usage"]),
];

/** Without a locale that knows more than ASCII it would save no file under a name with an umlaut. */
const env = { ...process.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" };

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: `/usr/bin/${program()}`, args, env });

let shared: Browser | undefined;

/** One for all files of a process: starting it costs more than a story. It ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await openBrowser();
  return shared;
}
