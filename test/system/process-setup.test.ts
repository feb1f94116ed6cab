import { spawn } from "node:child_process";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { atLength } from "../support/at-length.ts";
import { childEnv } from "../support/helio.ts";
import { type TempFolder, tempFolder } from "../support/temp-folder.ts";
import { isLongRun } from "../switches.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Of the packages the built parts are made of. */
const manifests = ["contract/package.json", "client/package.json", "osf/package.json", "server/package.json"];
/** What else they are made of. */
const sources = ["web/index.html", "web/vite.config.ts", "tsconfig.json", "scripts/build-server.ts"];
const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** The smallest clone there is: one workspace, nothing to download. Its "pinned runtime" writes down what it is asked to run. */
async function givenClone(dependencies: Record<string, string> = {}): Promise<TempFolder> {
  const folder = await tempFolder();
  const leaf = { name: "leaf", version: "0.0.1", bin: { node: "node.sh" } };
  const top = { name: "clone", version: "0.0.1", workspaces: ["leaf"] };
  const lock = {
    ...{ name: top.name, version: top.version, lockfileVersion: 3, requires: true },
    packages: {
      "": top,
      leaf: { version: leaf.version, bin: leaf.bin },
      "node_modules/leaf": { resolved: "leaf", link: true },
    },
  };
  await mkdir(join(folder.path, "scripts"));
  await mkdir(join(folder.path, "leaf"));
  for (const file of ["setup.mjs", "installation.mjs", "platform-packages.mjs", "folder-lock.mjs", "build-stamps.mjs"])
    await cp(join(root, "scripts", file), join(folder.path, "scripts", file));
  for (const file of [...sources, ...manifests]) await cp(join(root, file), join(folder.path, file));
  await writeFile(join(folder.path, "leaf", "node.sh"), `#!/bin/sh\necho "$1" >> "${folder.path}/runs"\n`);
  await chmod(join(folder.path, "leaf", "node.sh"), 0o755);
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ ...top, scripts, dependencies }));
  await writeFile(join(folder.path, "package-lock.json"), JSON.stringify(lock));
  await writeFile(join(folder.path, "leaf", "package.json"), JSON.stringify(leaf));
  await writeFile(join(folder.path, ".npmrc"), "audit=false\noffline=true\n");
  return folder;
}

type Ended = { code: number | null; stdout: string; stderr: string };

const runSetup = (clone: TempFolder): Promise<Ended> =>
  run(clone, process.execPath, join(clone.path, "scripts", "setup.mjs"));

/** An npm that cannot install from what it remembers. */
async function givenForgetfulNpm(clone: TempFolder): Promise<void> {
  const script = `#!/bin/sh
echo "$*" >> "${clone.path}/runs"
case "$*" in *--prefer-offline*) echo "No matching version" >&2; exit 1;; esac
mkdir -p node_modules
`;
  await mkdir(join(clone.path, "bin"));
  await writeFile(join(clone.path, "bin", "npm"), script);
  await chmod(join(clone.path, "bin", "npm"), 0o755);
}

function run(clone: TempFolder, command: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = childEnv({ NODE_ENV: "production", PATH: `${clone.path}/bin:${process.env["PATH"]}` });
    const child = spawn(command, args, { cwd: clone.path, env });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

test("[RUN9] set-up installs once, a second run finds nothing to do, and a changed lockfile is noticed: of two at once one installs, the other waits for it", async () => {
  await using clone = await givenClone();

  const first = await runSetup(clone);
  const second = await runSetup(clone);

  expect(first).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("installing the packages") });
  expect(second).toEqual({ code: 0, stdout: "", stderr: "" });
  await writeFile(join(clone.path, ".npmrc"), "audit=false\noffline=true\nfund=false\n");
  expectOneOf(await Promise.all([runSetup(clone), runSetup(clone)]));
});

function expectOneOf(both: readonly Ended[]): void {
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }]);
  expect(both.filter(({ stderr }) => stderr.includes("installing the packages"))).toHaveLength(1);
}

test("[RUN9] what npm remembers is enough where it is, and else the registry is asked", async () => {
  await using clone = await givenClone();
  await givenForgetfulNpm(clone);

  const result = await runSetup(clone);

  const runs = (await readFile(join(clone.path, "runs"), "utf8")).trim().split("\n");
  expect(runs).toEqual([expect.stringMatching(/^ci .*--prefer-offline/), expect.not.stringContaining("offline")]);
  expect(result.code).toBe(0);
  expect(await runSetup(clone)).toMatchObject({ code: 0, stderr: "" });
});

const programs = [
  { script: "start", builds: ["web", "server"] },
  { script: "test", builds: [] }, // it builds them itself, beside the checks
  { script: "demo", builds: ["web", "server"] },
  { script: "helio", builds: ["server"] },
];

test.each(isLongRun() ? programs : programs.slice(0, 1))(
  "[RUN9] npm run $script in a fresh clone runs on the runtime it has just installed",
  async ({ script, builds }) => {
    await using clone = await givenClone();

    const { code, stderr } = await run(clone, "npm", "run", script);

    const runs = await readFile(join(clone.path, "runs"), "utf8").catch(() => stderr);
    const [built, ran] = [runs.split("\n").slice(0, builds.length), runs.split("\n").slice(builds.length)];
    expect(new Set(built)).toEqual(new Set(builds.map((part) => join(clone.path, `scripts/build-${part}.ts`)))); // side by side
    expect(ran).toEqual([expect.stringMatching(/\.[tj]s$|^--/), ""]);
    expect(code).toBe(0);
  },
);

atLength("[RUN9] of two set-ups at once in a fresh clone one installs, too", async () => {
  await using clone = await givenClone();

  expectOneOf(await Promise.all([runSetup(clone), runSetup(clone)]));
});

test("[RUN9] on Windows, which is not offered, the first thing any script says is that, and what to use", async () => {
  await using clone = await givenClone();
  const windows = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})";

  const result = await run(clone, process.execPath, "--import", windows, join(clone.path, "scripts", "setup.mjs"));

  expect(result).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^heliograph: Windows is not .*\n$/),
  });
  expect(Object.values(scripts)).toSatisfy((all: string[]) =>
    all.every((one) => one.startsWith("node scripts/setup.mjs")),
  );
});

atLength("[RUN9] an installation that fails hands its exit code on, and the next run tries again", async () => {
  await using clone = await givenClone({ absent: "1.0.0" }); // the lockfile does not know it

  const first = await runSetup(clone);
  const second = await runSetup(clone);

  for (const run of [first, second]) {
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain("npm ci failed");
  }
});
