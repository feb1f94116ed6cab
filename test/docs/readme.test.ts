import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startApp, testPassword } from "../support/app.ts";
import { hasProgram } from "../support/program.ts";

const root = new URL("../../", import.meta.url);
const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].concat(
  ["architecture", "protocol", "devices", "errors", "operations"].map((name) => `docs/${name}.md`),
);

test.skipIf(!hasProgram("curl"))("the README's first login works as it is pasted", async () => {
  await using app = await startApp();
  const text = readFileSync(new URL("README.md", root), "utf8");
  const section = /## A first login(.*?)\n## /s.exec(text)?.[1] ?? "";
  const script = [...section.matchAll(/```sh\n(.*?)```/gs)]
    .map(([, block = ""]) => block)
    .join("")
    .replace(/^read .*$/m, `PASSWORD='${testPassword}'`)
    .replace("http://localhost:8080", `http://127.0.0.1:${app.node.httpPort}`);

  const { stdout } = await promisify(execFile)("bash", ["-euc", script]);

  const [created = "", listed = ""] = stdout.split(/(?<=})(?=\{"data)/);
  expect(JSON.parse(created)).toMatchObject({ name: "logger-0042", type: "demo" });
  expect(JSON.parse(listed)).toMatchObject({ totalElements: 1, data: [{ name: "logger-0042" }] });
});

test.each(documents)("the links and paths in %s lead somewhere", (document) => {
  const base = new URL(document, root);
  const text = readFileSync(base, "utf8");

  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(new URL(target, base)))).toEqual([]);
});
