// Where the packages of the lockfile are. It does not say so itself: a clone installs from whatever registry its machine
// uses. But npm then reads the list of all versions of each package, only to learn the address of one, which takes a fifth
// of an installation. So it is told them while it installs, in a file that it prefers to the lockfile.
// Plain Node (20 or newer), because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folder-lock.mjs";

const folderOfPackages = "node_modules/";
const lockfile = join(root, "package-lock.json");
const preferred = join(root, "npm-shrinkwrap.json");

/** Undefined where npm cannot say. */
function registry() {
  const asked = spawnSync("npm", ["config", "get", "registry"], { cwd: root, encoding: "utf8" });
  const [address] = /^https?:\/\/\S+/.exec(asked.stdout ?? "") ?? [];
  return address?.replace(/\/*$/, "/");
}

/** By the rule nearly all registries follow; one that does not refuses it, and what the lockfile's hash does not fit is not installed. */
function addressOf(
  base,
  path,
  { name = path.slice(path.lastIndexOf(folderOfPackages) + folderOfPackages.length), version },
) {
  return `${base}${name}/-/${name.slice(name.indexOf("/") + 1)}-${version}.tgz`;
}

const isFromRegistry = ([path, entry]) =>
  path.includes(folderOfPackages) && entry.integrity !== undefined && entry.resolved === undefined && !entry.inBundle;

function writeAddresses(base) {
  const lock = JSON.parse(readFileSync(lockfile, "utf8"));
  for (const [path, entry] of Object.entries(lock.packages).filter(isFromRegistry))
    entry.resolved = addressOf(base, path, entry);
  writeFileSync(preferred, JSON.stringify(lock));
}

/** Does the work while npm knows the addresses, where it can say which registry it uses. */
export function withAddresses(install) {
  const base = registry();
  if (base === undefined) return install();
  try {
    writeAddresses(base);
    return install();
  } finally {
    rmSync(preferred, { force: true });
  }
}
