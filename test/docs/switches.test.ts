import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitOf, limitsOfRun, longRunVariable, sizeOf, switches } from "../switches.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["contract/src", "client/src", "osf/src", "server/src", "device/src", "web/src", "test"];
const isTest = (file: string): boolean => file.startsWith("test/") || file.endsWith(".test.ts");

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => file.endsWith(".ts") && isTest(file) && file !== "test/docs/switches.test.ts"),
);
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** Whatever run this is part of. */
beforeEach(() => {
  vi.stubEnv(longRunVariable, undefined);
  vi.stubEnv("HELIO_TEST_FUZZ", undefined);
});
afterEach(() => vi.unstubAllEnvs());

test("[RUN2] every switch that a test names is in test/switches.ts, and every one there is used", () => {
  const named = new Set<string>();
  for (const [file, text] of sources) {
    if (file === "test/switches.ts") continue;
    for (const [name] of text.matchAll(/HELIO_TEST_[A-Z_]+/g)) named.add(name);
  }

  expect(named).toEqual(new Set(Object.keys(switches)));
});

test("[RUN2] no test takes its size from another variable", () => {
  const strange = [...sources]
    .filter(([, text]) => /Number\(process\.env|\} = process\.env/.test(text))
    .map(([file]) => file);

  expect(strange).toEqual([]);
});

test("[RUN2] a size is the usual one, the full one of a long run, or the one that was asked for", () => {
  const { usual, long } = switches.HELIO_TEST_FUZZ;

  expect(sizeOf("HELIO_TEST_FUZZ")).toBe(usual);
  vi.stubEnv(longRunVariable, "true");
  expect(sizeOf("HELIO_TEST_FUZZ")).toBe(long);
  vi.stubEnv("HELIO_TEST_FUZZ", "17");
  expect(sizeOf("HELIO_TEST_FUZZ")).toBe(17);
  vi.stubEnv("HELIO_TEST_FUZZ", "many");
  expect(() => sizeOf("HELIO_TEST_FUZZ")).toThrow('HELIO_TEST_FUZZ has to be a whole number, not "many"');
});

test("[RUN2] what is larger may take longer, hooks too, but not for ever", () => {
  const { usual } = switches.HELIO_TEST_FUZZ;

  expect(limitOf("HELIO_TEST_FUZZ", 1_000)).toBe(1_000);
  vi.stubEnv("HELIO_TEST_FUZZ", String(usual * 3));
  expect(limitOf("HELIO_TEST_FUZZ", 1_000)).toBe(3_000);
  vi.stubEnv("HELIO_TEST_FUZZ", "1");
  expect(limitOf("HELIO_TEST_FUZZ", 1_000)).toBe(1_000);
  vi.stubEnv("HELIO_TEST_FUZZ", String(usual * 1_000_000));
  expect(limitOf("HELIO_TEST_FUZZ", 1_000)).toBe(7_200_000);
  expect(limitsOfRun()).toEqual({ testTimeout: 180_000, hookTimeout: 180_000 });
  vi.stubEnv(longRunVariable, "true");
  expect(limitsOfRun()).toEqual({ testTimeout: 7_200_000, hookTimeout: 600_000 });
});
