// Installing what the lockfile pins, all of it or nothing [RUN9]. Plain Node (20 or newer), because it runs before
// anything is installed.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folder-lock.mjs";
import { missingPlatformPackages } from "./platform-packages.mjs";

const endings = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * What npm prints goes to our stderr (fd 2), its warnings to the caller; development packages come along whatever
 * NODE_ENV says. npm ends when we are told to: left alone it would go on beside the next set-up.
 */
function npmCi(...more) {
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=warn", ...more];
  let [said, told] = ["", undefined];
  const pass = (signal) => {
    told = signal;
    npm.kill(signal);
  };
  for (const ending of endings) process.on(ending, pass); // before npm is there: a signal right behind that would leave it alone
  const npm = spawn("npm", ["ci", ...options], { cwd: root, stdio: ["ignore", 2, "pipe"] });
  npm.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  return new Promise((resolve, reject) => {
    npm.on("error", reject);
    npm.on("close", (status) => {
      for (const ending of endings) process.off(ending, pass);
      if (told) process.kill(process.pid, told);
      else resolve({ status: status ?? 1, said });
    });
  });
}

/** npm calls it a success when the disk was full, or a platform's package could not be fetched. */
function problemOf({ status, said }) {
  if (status !== 0) return "npm ci failed; its messages above say why";
  if (said.includes("TAR_ENTRY_ERROR")) return "npm could not write all files; its messages above say why";
  const missing = missingPlatformPackages();
  if (missing.length > 0) return `npm left out ${missing.join(", ")}, which this machine needs; try again`;
  return undefined;
}

/**
 * First with what npm knows from earlier installations: asking the registry about every package again takes as long as
 * installing them all. What it remembers may be older than our lockfile, so that a failure means nothing yet; the
 * lockfile's hashes hold either way. Ends the process when it cannot be done, and leaves nothing behind then: npm run
 * would find a broken Node in it before it comes to us.
 */
export async function installPackages() {
  process.stderr.write("heliograph: installing the packages the lockfile pins ...\n");
  if (problemOf(await npmCi("--prefer-offline")) === undefined) return;
  const outcome = await npmCi();
  const problem = problemOf(outcome);
  if (problem === undefined) return;
  rmSync(join(root, "node_modules"), { recursive: true, force: true });
  process.stderr.write(`${outcome.said}heliograph: ${problem}.\n`);
  process.exit(outcome.status || 1);
}
