import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** As root on Debian a missing program can be had; elsewhere somebody has to install it. */
export function installDebianPackages(...packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write(`tests: installing Debian's ${packages.join(", ")} ...\n`);
  const options = {
    stdio: ["ignore", 2, 2] as ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  // Other tests may be installing at the same moment, and apt waits for some of its locks only: one behind another.
  const apt = "apt-get -o DPkg::Lock::Timeout=300";
  const install = `${apt} update; ${apt} install -y --no-install-recommends ${packages.join(" ")}`;
  spawnSync("flock", [join(tmpdir(), "heliograph-tests-apt.lock"), "sh", "-c", install], options);
}

const runs = (program: string, versionFlag: string): boolean => spawnSync(program, [versionFlag]).error === undefined;

/**
 * Whether a program that a test needs is there, installing it where that is possible. A missing one is a skip that
 * says so in one line, and a failure in CI [RUN2].
 */
export function hasProgram(program: string, versionFlag: string, packages: readonly string[], lost: string): boolean {
  if (runs(program, versionFlag)) return true;
  installDebianPackages(...packages);
  if (runs(program, versionFlag)) return true;
  const message = `${program} is missing (Debian: ${packages.join(" ")}): ${lost}`;
  if (process.env["CI"] === "true") throw new Error(message);
  process.stderr.write(`tests: ${message}\n`);
  return false;
}

const canBeHad = (debianPackage: string): boolean =>
  /Candidate: \d/.test(spawnSync("apt-cache", ["policy", debianPackage], { encoding: "utf8" }).stdout ?? "");

/** The first of these programs, which is installed where that is possible, its package named alike; else one that is there. */
export function findProgram(programs: readonly string[], versionFlag: string, lost: string): string | undefined {
  const [first = ""] = programs;
  if (!runs(first, versionFlag) && canBeHad(first)) installDebianPackages(first);
  const found = programs.find((program) => runs(program, versionFlag));
  if (found !== undefined) return found;
  return hasProgram(first, versionFlag, [first], lost) ? first : undefined;
}
