import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

/** One file of the built web interface, as it goes over the wire. */
export interface WebFile {
  readonly contentType: string;
  readonly etag: string;
  /** Its name changes with its content: browsers need never ask again. */
  readonly isImmutable: boolean;
  readonly plain: Buffer;
  /** Made by the build, where it pays. */
  readonly gzip: Buffer | undefined;
  readonly br: Buffer | undefined;
}

/** By URL path: `/index.html`, `/assets/main-B3x9.js`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads the whole build into memory: a few hundred kilobytes, and a later build cannot mix versions. */
export async function loadWebFiles(folder: string): Promise<WebFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const served = paths.filter((path) => contentTypes[extname(path)] !== undefined);
  const files = await Promise.all(served.map(async (path) => [urlOf(folder, path), await loadFile(path)] as const));
  return new Map(files);
}

const urlOf = (folder: string, path: string): string => `/${relative(folder, path).split(sep).join("/")}`;

async function loadFile(path: string): Promise<WebFile> {
  const [plain, gzip, br] = await Promise.all([readFile(path), maybeRead(`${path}.gz`), maybeRead(`${path}.br`)]);
  return {
    contentType: contentTypes[extname(path)] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    isImmutable: path.includes(`${sep}assets${sep}`),
    plain,
    gzip,
    br,
  };
}

const maybeRead = (path: string): Promise<Buffer | undefined> => readFile(path).catch(() => undefined);
