// What the built web interface is made of, as one hash. Plain Node (20 or newer): set-up asks before it starts
// the pinned runtime, because starting a process only to learn that nothing changed is felt at each start [RUN1].
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folder-lock.mjs";

export const webDist = join(root, "web", "dist");
const sources = ["web/src", "web/public", "contract/src", "client/src", "osf/src"];
const manifests = ["package.json", "contract/package.json", "client/package.json", "osf/package.json"];
const singleFiles = ["web/index.html", "web/vite.config.ts", "web/tsconfig.json", "package-lock.json", ...manifests];

/** All files below a folder, or none where there is no such folder. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A hash of all the build is made of; tests are no part of it. */
export function wantedWebStamp() {
  const hash = createHash("sha256");
  const found = sources.flatMap((folder) => filesUnder(join(root, folder)));
  const files = [...found, ...singleFiles.map((file) => join(root, file))].filter((file) => !file.includes(".test."));
  for (const file of files.sort()) hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** The stamp is written last, so an interrupted build leaves none behind. */
export function isWebBuilt(stamp) {
  const stampFile = join(webDist, ".stamp");
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}
