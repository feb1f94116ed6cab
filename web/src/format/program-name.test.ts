import { expect, test } from "vitest";
import { programName } from "./program-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.for([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/156.0.0.0 Safari/537.36`, "Chrome 156 · Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge 140 · Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome 140 · Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 · Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari 18 · iOS",
  ],
  ["curl/8.14.1", "curl/8.14.1"],
] as const)("[AUTH8] %s is told as %s", ([userAgent, name]) => {
  expect(programName(userAgent)).toBe(name);
});
