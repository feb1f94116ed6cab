import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, startApp, testPassword } from "../support/app.ts";
import { hasProgram } from "../support/debian-package.ts";
import { tempFolder } from "../support/temp-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const canRun =
  hasProgram("curl", "--version", ["curl"], "the commands of docs/devices.md are not run") &&
  hasProgram("mosquitto_rr", "--help", ["mosquitto-clients"], "the commands of docs/devices.md are not run") &&
  hasProgram("python3", "--version", ["python3", "python3-requests"], "the commands of docs/devices.md are not run");

const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

/** Beside this process: the node that is talked to is in it. */
const run = (script: string, cwd: string) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile("bash", ["-c", script], { cwd }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });

test.skipIf(!canRun)(
  "[RUN7] docs/devices.md and docs/automation.md can be followed literally, from the token to the library",
  { timeout: 300_000 }, // a dozen programs, one behind another
  async ({ skip }) => {
    if (spawnSync("python3", ["-c", "import requests"]).status !== 0) skip("Python's requests is missing");
    await using app = await startApp();
    await using folder = await tempFolder();
    const text = (await readFile(`${root}/docs/devices.md`, "utf8"))
      .replaceAll("localhost:8080", `localhost:${app.node.httpPort}`)
      .replaceAll("localhost:1883", `localhost:${app.node.mqttPort}`)
      .replace(/^printf .*read -r PASSWORD$/m, `PASSWORD='${testPassword}'`)
      .replaceAll("-p 1883", `-p ${app.node.mqttPort}`)
      .replaceAll("-W 5 ", "-W 60 "); // a person has no other tests beside it
    const [python = ""] = blocksOf(text, "python");
    const [library = ""] = blocksOf(text, "ts");
    const script = [
      "set -e -o pipefail",
      ...blocksOf(text, "sh"),
      ...blocksOf(await readFile(`${root}/docs/automation.md`, "utf8"), "sh"),
      `export BASE TOKEN; python3 - <<'PYTHON'\n${python}PYTHON`,
      `cd ${root}; ${process.execPath} --input-type=module-typescript - <<'LIBRARY'\n${library}LIBRARY`,
    ].join("\n");

    const { status, stderr, stdout } = await run(script, folder.path);

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain('{"shared":{"interval":5}}');
    const home = await app.firstTenant();
    const devices = expectOk(await home.admin.get(`/api/tenants/${home.id}/devices?textSearch=My%20logger`));
    const id = devices.json<{ data: { id: { id: string } }[] }>().data[0]?.id.id;
    const values = await home.admin.get(
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?useStrictDataTypes=true`,
    );
    expect(values.json()).toMatchObject({ temperature: [{ value: 21.5 }], speed: [{ value: 1_800 }] });
    const { data } = (await home.admin.get(`/api/devices/${id}/data-files/original?includeRemote=true`)).json<{
      data: FileRecord[];
    }>();
    expect(data.slice(0, 3).map(({ name, storageStatus }) => [name, storageStatus])).toEqual([
      ["/sde/preview/20220629/20220629_115750.osfz", 3],
      ["20220629_120000.osfz", 3],
      ["20220629_130000.osfz", 3],
    ]);
    expect(data.slice(3)).toMatchObject([{ storageStatus: 0, tag: "preview" }]); // the measurement of the library
  },
);
