import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, testPassword } from "../support/app.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

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

/** As a script of somebody else's, in a process of its own. */
const output = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const node = {
      HELIO_URL: `http://127.0.0.1:${app.node.httpPort}`,
      HELIO_PASSWORD: testPassword,
      HELIO_API_KEY: key,
    };
    const env = { ...process.env, ...node };
    const child = execFile(
      process.execPath,
      ["--input-type=module-typescript"],
      { cwd: root, env },
      (error, stdout, stderr) => (error ? reject(new Error(stderr, { cause: error })) : resolve(stdout)),
    );
    child.stdin?.end(script);
  });

test("the client's README can be followed literally", async () => {
  expect(examples).toHaveLength(5);
  const [first = "", byKey = "", refused = "", large = "", live = ""] = examples;

  expect(await output(first)).toBe("pump-7 true\ntemperature 21.5\n");
  expect(await output(byKey)).toBe("1 devices; VIEW_DEVICES\n");
  expect(await output(refused)).toMatch(/^401 10 /);
  expect(await output(large)).toMatch(/temperature.*21\.5/s);
  expect(await output(live)).toMatch(/now 99\n$/);
});
