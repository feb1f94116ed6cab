// Packages of the lockfile that are made for one platform: the pinned runtime and what is compiled. npm takes each of
// them for dispensable, and an installation without one for a success [RUN9].
// Plain Node (20 or newer), because it runs before anything is installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folder-lock.mjs";

/** npm writes one name with or without a list; "!" is any but this one. */
function allows(wanted, mine) {
  const names = [wanted ?? []].flat();
  if (names.includes(`!${mine}`)) return false;
  return names.includes(mine) || names.every((name) => name.startsWith("!"));
}

const libc = () => (process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");

const isForThisMachine = ({ os, cpu, libc: wanted }) =>
  allows(os, process.platform) && allows(cpu, process.arch) && (wanted === undefined || allows(wanted, libc()));

/** Those this machine needs that are not installed. What names no platform comes with one that does, or rightly does not. */
export function missingPlatformPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([, entry]) => entry.optional && (entry.os ?? entry.cpu) !== undefined && isForThisMachine(entry))
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path, "package.json")))
    .map((path) => path.slice("node_modules/".length));
}
