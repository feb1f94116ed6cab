import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What is loaded before any page: everything that main.tsx imports, and what that imports, but for types. */
function firstModules(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pending = [new URL("../main.tsx", import.meta.url)];
  for (let module = pending.pop(); module; module = pending.pop()) {
    if (found.has(module.pathname) || !existsSync(module)) continue;
    const source = readFileSync(module, "utf8");
    found.set(module.pathname, source);
    const imports = source.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+\.tsx?)";$/gm);
    for (const [, path = ""] of imports) pending.push(new URL(path, module));
  }
  return found;
}

test("what is there before any page says only the first words", () => {
  const modules = [...firstModules()];
  const asking = modules.filter(
    ([path, source]) => /\buseMessages\b/.test(source) && !path.endsWith("i18n/messages.tsx"),
  );

  expect(modules.length).toBeGreaterThan(80);
  expect(asking.map(([path]) => path)).toEqual([]);
});

test("nor does it bring the words of pages", () => {
  const brought = [...firstModules().keys()].filter((path) => /i18n\/(?:en|de)\/(?:index|rules)\.ts$/.test(path));

  expect(brought).toEqual([]);
});
