import { readdirSync, readFileSync, statSync } from "node:fs";

const dist = new URL("../../web/dist/", import.meta.url);

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

/** As it goes over the wire: the brotli form where there is one. */
export function sentBytes(path: string): number {
  const file = new URL(path.replace(/^\//, ""), dist);
  try {
    return statSync(new URL(`${file.href}.br`)).size;
  } catch {
    return statSync(file).size;
  }
}

/** What the page itself names: fetched before anything is shown. */
function namedFirst(): readonly string[] {
  const page = readFileSync(new URL("index.html", dist), "utf8");
  return [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? "");
}

export const firstScripts = (): readonly string[] => namedFirst().filter((path) => path.endsWith(".js"));

/** What a browser fetches before anything is shown, and what the whole interface would be. */
export function firstLoad(): string {
  const named = namedFirst();
  const sum = (paths: readonly string[]) => kB(paths.reduce((total, path) => total + sentBytes(path), 0));
  const scripts = firstScripts();
  const all = readdirSync(new URL("assets/", dist)).filter((name) => name.endsWith(".js"));
  return `${sum(scripts)} of JavaScript, ${sum(named.filter((path) => path.endsWith(".css")))} of styles; all ${all.length} scripts ${sum(all.map((name) => `assets/${name}`))} (aim: first ≤ 130 kB)`;
}
