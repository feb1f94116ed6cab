// What the built parts are made of, as one hash each. Plain Node (20 or newer): set-up asks before it starts the pinned
// runtime, because starting a process only to learn that nothing changed is felt at each start [RUN1].
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folder-lock.mjs";

const parts = {
  web: {
    folders: ["web/src", "web/public", "contract/src", "client/src", "osf/src"],
    files: [
      ...["web/index.html", "web/vite.config.ts", "tsconfig.json", "package-lock.json", "package.json"],
      ...["contract/package.json", "client/package.json", "osf/package.json"],
    ],
  },
  server: {
    folders: ["server/src", "contract/src", "osf/src"],
    files: [
      ...["scripts/build-server.ts", "package-lock.json"],
      ...["server/package.json", "contract/package.json", "osf/package.json"],
    ],
  },
};

/** Where a part is found when it is built. A node may run while the next one is built: its files stay where they are. */
export const distOf = (part) => (part === "server" ? join(root, part, "dist", "current") : join(root, part, "dist"));

/** All files below a folder, or none where there is no such folder. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A hash of all the build of a part is made of; tests are no part of it. */
export function wantedStamp(part) {
  const hash = createHash("sha256");
  const found = parts[part].folders.flatMap((folder) => filesUnder(join(root, folder)));
  const files = [...found, ...parts[part].files.map((file) => join(root, file))];
  for (const file of files.filter((file) => !file.includes(".test.")).sort())
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

/** The stamp is written last, so an interrupted build leaves none behind. */
export function isBuilt(part, stamp) {
  const stampFile = join(distOf(part), ".stamp");
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
}
