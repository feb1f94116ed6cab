import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp, testPassword } from "../support/app.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let app: TestApp;
let examples: string[];
beforeAll(async () => {
  app = await startApp();
  const text = await readFile(`${root}/client/README.md`, "utf8");
  examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = ""]) => block);
});
afterAll(() => app[Symbol.asyncDispose]());

/** As a script of somebody else's, in a process of its own. */
const output = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, HELIO_URL: `http://127.0.0.1:${app.node.httpPort}`, HELIO_PASSWORD: testPassword };
    const child = execFile(
      process.execPath,
      ["--input-type=module-typescript"],
      { cwd: root, env },
      (error, stdout, stderr) => (error ? reject(new Error(stderr, { cause: error })) : resolve(stdout)),
    );
    child.stdin?.end(script);
  });

test("the client's README can be followed literally", async () => {
  expect(examples).toHaveLength(4);
  const [first = "", refused = "", large = "", live = ""] = examples;

  expect(await output(first)).toBe("pump-7 true\ntemperature 21.5\n");
  expect(await output(refused)).toMatch(/^401 10 /);
  expect(await output(large)).toMatch(/temperature.*21\.5/s);
  expect(await output(live)).toMatch(/now 99\n$/);
});
