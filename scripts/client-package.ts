// The client as a package for everybody else: JavaScript with declarations, since Node runs TypeScript only outside of
// node_modules. The contract lies inside of it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(root, "node_modules/typescript-native/bin/tsc");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The folder that is packed: what lies in node_modules/@heliograph/client of whoever installs it; for one who only runs it, without declarations. */
export function makeClientPackage(folder: string, isDeclared = true): void {
  const emitted = mkdtempSync(join(tmpdir(), "heliograph-client-"));
  try {
    compile(emitted, isDeclared);
    place(emitted, "client", folder);
    place(emitted, "contract", join(folder, "node_modules/@heliograph/contract"));
  } finally {
    rmSync(emitted, { recursive: true });
  }
  cpSync(join(root, "client/README.md"), join(folder, "README.md"));
}

function compile(folder: string, isDeclared: boolean): void {
  const strict = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck".split(" ");
  const modules = "--module nodenext --verbatimModuleSyntax --rewriteRelativeImportExtensions".split(" ");
  const language = "--target es2023 --lib esnext,dom,dom.iterable --types node".split(" ");
  const output = [...(isDeclared ? ["--declaration"] : []), "--rootDir", root, "--outDir", folder];
  const sources = ["client/src/index.ts", "contract/src/index.ts", "contract/src/json/index.ts"].map((source) =>
    join(root, source),
  );
  const options = ["--ignoreConfig", "--singleThreaded", "--noCheck", ...language, ...modules, ...strict, ...output];
  const env = { ...process.env, GOGC: "off" }; // a Go program that ends when it is done need not collect
  execFileSync(process.execPath, [compiler, ...options, ...sources], { cwd: root, stdio: "inherit", env });
}

function place(emitted: string, part: "client" | "contract", folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(emitted, part, "src"), join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifestOf(part), null, 2)}\n`);
}

function manifestOf(part: "client" | "contract"): object {
  const manifest = JSON.parse(readFileSync(join(root, part, "package.json"), "utf8")) as Manifest;
  const { name, version, description, license, dependencies } = manifest;
  const entries = { ".": entryOf("index"), ...(part === "contract" && { "./json-text": entryOf("json/index") }) };
  const bundled = part === "client" ? { bundleDependencies: ["@heliograph/contract"] } : {};
  return { name, version, description, license, type: "module", exports: entries, dependencies, ...bundled };
}

const entryOf = (file: string) => ({ types: `./src/${file}.d.ts`, default: `./src/${file}.js` });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-client-"));
  const target = resolve(process.argv[2] ?? ".");
  mkdirSync(target, { recursive: true });
  makeClientPackage(folder);
  execFileSync("npm", ["pack", "--pack-destination", target], { cwd: folder, stdio: "inherit" });
  rmSync(folder, { recursive: true });
}
