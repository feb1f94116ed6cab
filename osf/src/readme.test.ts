// The examples of README.md are run as they stand there.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { encodeOsf } from "./write/osf-writer.ts";

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "osf-readme-"));
afterAll(() => rmSync(folder, { recursive: true }));
copyFileSync(own("../fixtures/example.osf"), join(folder, "example.osf"));

const examples = [...readFileSync(own("../README.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);

/** Runs an example in a folder with a sample file; the packages are the ones of this repository. */
function run(code: string, ending = ""): string {
  const entries = { '"@heliograph/osf/node"': "./node/index.ts", '"@heliograph/osf"': "./index.ts" };
  let source = code + ending;
  for (const [name, path] of Object.entries(entries))
    source = source.replaceAll(name, JSON.stringify(new URL(path, import.meta.url).href));
  writeFileSync(join(folder, "example.ts"), source);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["example.ts"], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

const [reading = "", writing = "", drawing = "", index = ""] = examples;

test("there are four", () => {
  expect(examples).toHaveLength(4);
});

test("reading", () => {
  expect(run(reading).split("\n")).toEqual([
    "4 21004900008 57",
    "1699026474466962147n 6",
    "System.Device.Name smartRAIL-S_Colibri_STH",
    "FuncGen.Sinus 302 1.736836282985541 ",
    "GPS.Location 362 50.255053333 ",
    "",
  ]);
});

test("writing", () => {
  expect(run(writing).trim()).toBe("10004");
});

/** What the example for drawing draws of a channel. */
function drawn(file: string, channel: string) {
  const harness = `
import { readFileSync } from "node:fs";
const points = [];
let moves = 0;
const moveTo = (x, y) => { moves++; points.push([x, y]); };
const context = { moveTo, lineTo: (x, y) => points.push([x, y]), stroke: () => points.push("done") };
const canvas = { width: 400, height: 100, getContext: () => context };
await drawChannel(new Blob([readFileSync("${file}")]), canvas, "${channel}");
console.log(JSON.stringify({ points, moves }));`;
  return JSON.parse(run(drawing, harness));
}

test("drawing: where only NaN was measured the line is broken, and the rest is drawn", () => {
  const values = Float64Array.from({ length: 400 }, (_, i) => (i >= 100 && i < 200 ? Number.NaN : i));
  const bytes = encodeOsf({ channels: [{ name: "a", datatype: "double" }] }, (out) => out.start("a", 0n, 1, values));
  writeFileSync(join(folder, "nan.osf"), bytes);
  const { points, moves } = drawn("nan.osf", "a");

  expect([points.pop(), moves]).toEqual(["done", 2]);
  expect(points.length).toBeGreaterThan(300);
  expect(points.flat().filter((value: unknown) => !Number.isFinite(value))).toEqual([]);
});

test("drawing: lines stay on the canvas and reach both of its edges", () => {
  const { points } = drawn("example.osf", "FuncGen.Sinus");

  expect(points.pop()).toBe("done");
  expect(points.length).toBeGreaterThan(400);
  const [xs, ys] = [points.map(([x]: [number]) => x), points.map(([, y]: [number, number]) => y)];
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, 100]);
  expect(Math.min(...xs)).toBe(0);
  expect(Math.max(...xs)).toBeGreaterThan(395);
});

test("index and export", () => {
  expect(run(index)).toMatch(/^57 \d+ false\n$/);
  expect(readFileSync(join(folder, "export.csv"), "utf8").split("\n")).toHaveLength(1 + 302 + 1);
});
