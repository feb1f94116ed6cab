import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Everything a module imports, directly and indirectly; modules of Node and packages by their name. */
function importGraph(entry: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (!file.endsWith(".ts")) continue;
    const source = readFileSync(file, "utf8");
    for (const [, name = ""] of source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      waiting.push(name.startsWith(".") ? resolve(dirname(file), name) : name);
    }
  }
  return seen;
}

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test("the browser entry reaches neither a module of Node nor a package", () => {
  const graph = [...importGraph(own("./index.ts"))];

  expect(graph.length).toBeGreaterThan(40);
  expect(graph.filter((name) => !name.endsWith(".ts"))).toEqual([]);
  expect(
    graph.map((name) => readFileSync(name, "utf8")).filter((source) => /\b(process|Buffer|require)\b[.(]/.test(source)),
  ).toEqual([]);
});

test("the check sees the modules of Node where they are used", () => {
  expect([...importGraph(own("./node/index.ts"))]).toContain("node:zlib");
});
