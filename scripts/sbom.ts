// The software bill of materials of what runs in production: CycloneDX, made from the lockfile alone. The same lockfile
// gives the same bytes, on every machine and without a network [RUN13].
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, LockedPackage>>;

const lockFile = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const modules = "node_modules/";

export function sbomOf(lockText: string): object {
  const { name, version, packages } = JSON.parse(lockText) as { name: string; version: string; packages: Packages };
  const shipped = Object.keys(packages).filter((path) => path.includes(modules) && isShipped(packages[path]));
  const parts = Object.keys(packages).filter((path) => path !== "" && !path.includes(modules));
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(lockText)}`,
    version: 1,
    metadata: { component: { type: "application", "bom-ref": "heliograph", name, version } },
    components: shipped.map((path) => componentOf(path, packages[path] ?? {})),
    dependencies: [
      { ref: "heliograph", dependsOn: directOf(packages, parts) },
      ...shipped.map((path) => ({ ref: refOf(path, packages[path] ?? {}), dependsOn: neededBy(packages, path) })),
    ],
  };
}

/** Links are our own workspaces. */
const isShipped = (locked: LockedPackage | undefined): boolean =>
  locked !== undefined && locked.dev !== true && locked.link !== true;

const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? path.slice(path.lastIndexOf(modules) + modules.length);

const refOf = (path: string, locked: LockedPackage): string =>
  `pkg:npm/${nameOf(path, locked).replace("@", "%40")}@${locked.version}${path.lastIndexOf(modules) > 0 ? `#${path}` : ""}`;

function componentOf(path: string, locked: LockedPackage): object {
  const [algorithm, digest] = locked.integrity?.split("-") ?? [];
  const hash = digest && { alg: `SHA-${algorithm?.slice(3)}`, content: Buffer.from(digest, "base64").toString("hex") };
  return {
    type: "library",
    "bom-ref": refOf(path, locked),
    name: nameOf(path, locked),
    version: locked.version,
    scope: locked.optional ? "optional" : "required",
    purl: refOf(path, locked).split("#")[0],
    ...(locked.license && { licenses: [{ expression: locked.license }] }),
    ...(hash && { hashes: [hash] }),
  };
}

/** What our own workspaces name; the root's other packages are for development. */
function directOf(packages: Packages, parts: readonly string[]): string[] {
  const all = ["", ...parts].flatMap((part) => neededBy(packages, part));
  return [...new Set(all)].sort();
}

function neededBy(packages: Packages, path: string): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => found(packages, path, name) ?? []).sort();
}

/** As Node looks for a package: in the nearest `node_modules` on the way up. */
function found(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = `${folder === "" ? "" : `${folder}/`}${modules}${name}`;
    const locked = packages[path];
    if (locked) return isShipped(locked) ? refOf(path, locked) : undefined;
    if (folder === "") return undefined;
  }
}

const parentOf = (folder: string): string => folder.slice(0, Math.max(folder.lastIndexOf(`/${modules}`), 0));

function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(sbomOf(readFileSync(lockFile, "utf8")), undefined, 2)}\n`);
