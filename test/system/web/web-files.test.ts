import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { sharedApp } from "../../support/shared-app.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const mostBytes = { ofFirstLoad: 130_000, ofPage: 60_000, ofDashboard: 60_000, ofTileMap: 380_000 };
let app: TestApp;

beforeAll(async () => {
  const built = spawnSync(process.execPath, ["scripts/build-web.ts"], { cwd: root, stdio: "inherit" });
  expect(built.status).toBe(0);
  app = await sharedApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const scriptsIn = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? "");

test("[API9] pages of the web interface are answered with index.html, so that links work", async () => {
  for (const path of ["/", "/devices", "/devices/784f394c-42b6-435a-983c-b7beff2784f9/telemetry?range=1h", "/apiary"]) {
    const response = await app.rest.get(path, { headers: html });

    expect([path, response.status, response.headers["content-type"]]).toEqual([path, 200, "text/html; charset=utf-8"]);
    expect(response.text).toContain('<div id="root">');
  }
});

test("[API9] paths of machines, and those who do not ask for HTML, get the JSON 404", async () => {
  const paths = ["/api", "/api/nothing", "/API/nothing", "/health/x", "/metrics/x", "/mqtt/x"];
  for (const path of [...paths, "/assets/nothing.js"]) {
    expect((await app.rest.get(path, { headers: html })).json()).toMatchObject({ status: 404, errorCode: 32 });
  }
  expect((await app.rest.get("/a/b/status.php", { headers: html })).json()).toMatchObject({
    status: 405,
    errorCode: 31,
  });
  expect((await app.rest.get("/devices", { headers: { accept: "application/json" } })).status).toBe(404);
  expect((await app.rest.get("/devices")).status).toBe(404);
  expect((await app.rest.post("/devices", {}, { headers: html })).status).toBe(404);
});

test("pages allow nothing but the server's own scripts and styles", async () => {
  const { headers } = await app.rest.get("/", { headers: html });

  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
});

test("files with a hash in their name are kept for ever, the page that names them is asked for again", async () => {
  const page = await app.rest.get("/", { headers: html });
  const [script = ""] = scriptsIn(page.text);
  const asset = await app.rest.get(script);
  const again = await app.rest.get("/", { headers: { ...html, "if-none-match": String(page.headers.etag) } });

  expect(page.headers["cache-control"]).toBe("no-cache");
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("files are sent compressed to those who take it, and plain to the others", async () => {
  const script = scriptsIn((await app.rest.get("/", { headers: html })).text).at(-1) ?? "";
  const encodings = await Promise.all(
    ["br, gzip", "gzip;q=0.8", "br;q=0", ""].map(
      async (accepted) =>
        (await app.rest.get(script, { headers: { "accept-encoding": accepted } })).headers["content-encoding"],
    ),
  );

  expect(encodings).toEqual(["br", "gzip", undefined, undefined]);
});

test("the first load is at most 130 kB of compressed JavaScript, each part of a page at most 60", () => {
  const dist = `${root}web/dist`;
  const page = readFileSync(`${dist}/index.html`, "utf8");
  const first = scriptsIn(page).map((path) => compressed(`${dist}${path}`));
  const all = readdirSync(`${dist}/assets`).filter((name) => name.endsWith(".js"));
  const isFirst = (name: string) => scriptsIn(page).includes(`/assets/${name}`);
  const isOfTileMap = (name: string) => /^(tile-map|maplibre-gl-worker)-/.test(name);
  const size = (name: string) => compressed(`${dist}/assets/${name}`);
  const large = all.filter((name) => !isFirst(name) && !isOfTileMap(name) && size(name) > mostBytes.ofPage);
  const ofTileMap = all.filter(isOfTileMap).map(size); // fetched only where the operator has a map file [DSH3]

  expect(first.length).toBeGreaterThan(0);
  expect(first.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes.ofFirstLoad);
  expect(all.length).toBeGreaterThan(10);
  expect(large).toEqual([]);
  expect(ofTileMap).toHaveLength(2);
  expect(ofTileMap.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(mostBytes.ofTileMap);
});

test("[DSH4] opening a dashboard brings at most 60 kB beyond the first load, charts and every kind of widget included", () => {
  const assets = `${root}web/dist/assets`;
  const page = readFileSync(`${root}web/dist/index.html`, "utf8");
  const first = new Set(scriptsIn(page).map((path) => path.slice("/assets/".length)));
  const opened = readdirSync(assets).filter((name) => /^dashboard-page-.*\.js$/.test(name));
  const brought = broughtBy(opened, (name) => readFileSync(`${assets}/${name}`, "utf8"), first);
  const size = [...brought].reduce((sum, name) => sum + compressed(`${assets}/${name}`), 0);

  expect(opened).toHaveLength(1);
  expect([...brought].join()).toMatch(/time-chart-.*widgets-|widgets-.*time-chart-/); // what it is about was looked at
  expect(size).toBeLessThanOrEqual(mostBytes.ofDashboard);
});

/** Scripts that come with some: what they import, and what these do, without what is there already. */
function broughtBy(roots: readonly string[], read: (name: string) => string, there: ReadonlySet<string>): Set<string> {
  const brought = new Set<string>();
  const waiting = [...roots];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (brought.has(name) || there.has(name)) continue;
    brought.add(name);
    waiting.push(...[...read(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, path]) => path ?? ""));
  }
  return brought;
}

test("what was compressed in advance is the file itself", () => {
  const assets = `${root}web/dist/assets`;
  const made = readdirSync(assets).filter((name) => name.endsWith(".br"));
  const isSame = (name: string) =>
    brotliDecompressSync(readFileSync(`${assets}/${name}`)).equals(
      readFileSync(`${assets}/${name.slice(0, -".br".length)}`),
    );

  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((name) => !isSame(name))).toEqual([]);
});

/** What goes over the wire: the brotli form, or the file itself where none was worth it. */
const compressed = (path: string): number => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
