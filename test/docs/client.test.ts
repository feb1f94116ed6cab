import { execFile } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClientPackage } from "../../scripts/client-package.ts";
import { expectOk, startApp, type TestApp, testPassword } from "../support/app.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { isLongRun } from "../switches.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const between = "-- the next example --\n";

let app: TestApp;
let examples: string[];
let key: string;
beforeAll(async () => {
  app = await startApp();
  const { admin } = await app.firstTenant();
  const made = await admin.post("/api/apiKeys", { name: "README", permissions: ["VIEW_DEVICES"] });
  key = expectOk(made).json<{ key: string }>().key;
  const text = await readFile(`${root}/client/README.md`, "utf8");
  examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = ""]) => block);
});
afterAll(() => app[Symbol.asyncDispose]());

/** As a project of somebody else's, that has the package and nothing else of this one. */
async function foreignProject(folder: string): Promise<void> {
  makeClientPackage(`${folder}/node_modules/@heliograph/client`, isLongRun()); // declarations are only read at length
  await symlink(`${root}/node_modules/typebox`, `${folder}/node_modules/typebox`);
  await mkdir(`${folder}/node_modules/@types`);
  await symlink(`${root}/node_modules/@types/node`, `${folder}/node_modules/@types/node`);
  await symlink(`${root}/node_modules/undici-types`, `${folder}/node_modules/undici-types`);
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  for (const [at, example] of examples.entries()) await writeFile(`${folder}/example-${at}.ts`, example);
}

const run = (folder: string, ...command: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const node = {
      HELIO_URL: `http://127.0.0.1:${app.node.httpPort}`,
      HELIO_PASSWORD: testPassword,
      HELIO_API_KEY: key,
    };
    const env = { ...process.env, ...node };
    execFile(process.execPath, command, { cwd: folder, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`, { cause: error })) : resolve(stdout),
    );
  });

/** With everything the package declares, which takes seconds. */
async function typeCheck(folder: string): Promise<void> {
  const compiler = `${root}/node_modules/typescript-native/bin/tsc`;
  const options = "--noEmit --strict --module nodenext --target esnext --types node --singleThreaded".split(" ");
  await run(folder, compiler, ...options, ...examples.map((_, at) => `example-${at}.ts`));
}

/** Each as a program, which costs a second. */
async function oneByOne(folder: string): Promise<string[]> {
  const outputs: string[] = [];
  for (const at of examples.keys()) outputs.push(await run(folder, `example-${at}.ts`));
  return outputs;
}

/** One after the other in one program; what the last one prints after it was read is its own, too. */
async function together(folder: string): Promise<string[]> {
  const parts = examples.map((_, at) => `await import("./example-${at}.ts");`);
  await writeFile(`${folder}/all.ts`, parts.join(`\nprocess.stdout.write(${JSON.stringify(between)});\n`));
  return (await run(folder, "all.ts")).split(between);
}

test("the client's README can be followed literally, in a project that has only the package", async () => {
  await using folder = await tempFolder();
  expect(examples).toHaveLength(5);
  await foreignProject(folder.path);
  if (isLongRun()) await typeCheck(folder.path);

  const outputs = await (isLongRun() ? oneByOne(folder.path) : together(folder.path));

  expect(outputs).toEqual([
    "pump-7 true\ntemperature 21.5\n",
    "1 devices; VIEW_DEVICES\n",
    expect.stringMatching(/^401 10 /),
    expect.stringMatching(/temperature.*21\.5/s),
    expect.stringMatching(/now 99\n$/),
  ]);
});
