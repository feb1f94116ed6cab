import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** As distributions call it, the smallest first: without windows it is the same engine. */
const programs = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
];
/** Where they lie, beside what PATH names: a service often has a short one. */
const usualFolders = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/opt/google/chrome"];
const usualFiles = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** The browser that an operator named, and no other; without one, the first that is installed. Undefined: none. */
export async function findBrowser(
  named: string | undefined,
  path = process.env["PATH"] ?? "",
): Promise<string | undefined> {
  const folders = [...path.split(delimiter).filter(isAbsolute), ...usualFolders];
  const usual = [...programs.flatMap((program) => folders.map((folder) => join(folder, program))), ...usualFiles];
  for (const file of named === undefined ? usual : [named]) if (await isProgram(file)) return file;
  return undefined;
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
