import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { DeviceRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { startApp, testPassword } from "../support/app.ts";
import { hasProgram } from "../support/debian-package.ts";

const root = new URL("../../", import.meta.url);
/** Those that say how it is now; decisions say how it was then. */
const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].concat(
  readdirSync(new URL("docs/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
);

test.skipIf(!hasProgram("curl", "--version", ["curl"], "the README is not tried"))(
  "the README's way from nothing to a chart works as it is pasted",
  async () => {
    await using app = await startApp();
    const text = readFileSync(new URL("README.md", root), "utf8");
    const section = /## From nothing to a chart(.*?)\n## /s.exec(text)?.[1] ?? "";
    const script = [...section.matchAll(/```sh\n(.*?)```/gs)]
      .map(([, block = ""]) => block)
      .join("")
      .replace(/^printf .*read -r PASSWORD$/m, `PASSWORD='${testPassword}'`)
      .replace("http://localhost:8080", `http://127.0.0.1:${app.node.httpPort}`);

    const run = async () => (await promisify(execFile)("bash", ["-euc", script])).stdout;

    const stdout = await run();

    const [, latest = "", address = ""] = /^\{\}(\{.*\})\n(\S+)\n$/.exec(stdout) ?? [];
    expect(JSON.parse(latest)).toEqual({
      temperature: [{ ts: expect.any(Number), value: expect.stringMatching(/^2\d\.5$/) }],
    });
    const { id, admin } = await app.firstTenant();
    const devices = (await admin.get(`/api/tenants/${id}/devices`)).json<{ data: DeviceRecord[] }>().data;
    expect(devices).toMatchObject([{ name: expect.stringMatching(/^logger-\d+$/), type: "demo" }]);
    expect(new URL(address).pathname).toBe(`/devices/${devices[0]?.id.id}/telemetry`);
    const history = `startTs=0&endTs=${Date.now()}&agg=COUNT&interval=${Date.now()}&keys=temperature`;
    const counted = await admin.get(`/api/plugins/telemetry/DEVICE/${devices[0]?.id.id}/values/timeseries?${history}`);
    expect(counted.json()).toMatchObject({ temperature: [{ value: "60" }] });

    const second = Number(devices[0]?.name.slice("logger-".length)) * 1_000;
    await expect.poll(() => Date.now() - second).toBeGreaterThan(1_000);
    expect(await run()).toMatch(/\/devices\/[^/]+\/telemetry/); // pasted again it is another device
  },
);

test.each(documents)("the links and paths in %s lead somewhere", (document) => {
  const base = new URL(document, root);
  const text = readFileSync(base, "utf8");

  const targets = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(new URL(target, base)))).toEqual([]);
  const parts = "contract|client|osf|device|server|web|test|bench|scripts|docs";
  const files = [...text.matchAll(new RegExp(`\`((?:${parts})/[\\w./-]+\\.\\w+)\``, "g"))].map(([, file = ""]) => file);
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});
