// The text a person copies from the page, run as it is by the programs it is written for.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp } from "../../support/app.ts";
import type { Visitor } from "../../support/browser.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { hasProgram } from "../../support/debian-package.ts";
import { mqttDevice } from "../../support/mqtt-device.ts";
import { hasPaho, python } from "../../support/paho.ts";
import { type TempFolder, tempFolder } from "../../support/temp-folder.ts";
import { webStories } from "../../support/web-stories.ts";

const lost = "its snippet is not tried out";
const hasOpenssl = hasProgram("openssl", "version", ["openssl"], "snippets are not tried out over TLS");
/** Where Node finds the packages of a snippet: a person would have installed them in the folder. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Tool {
  readonly snippet: string;
  readonly isThere: boolean;
  /** What reads the pasted text. */
  readonly command: readonly [program: string, ...args: string[]];
}

const tools: readonly Tool[] = [
  {
    snippet: "mosquitto_pub",
    isThere: hasProgram("mosquitto_pub", "--help", ["mosquitto-clients"], lost),
    command: ["bash"],
  },
  { snippet: "curl", isThere: hasProgram("curl", "--version", ["curl"], lost), command: ["bash"] },
  { snippet: "Python", isThere: hasPaho(), command: [python, "-"] },
  { snippet: "Node", isThere: true, command: [process.execPath, "--input-type=module", "-"] },
];

webStories("snippets of the credentials", (stage) => {
  let folder: TempFolder;
  let cert: string;
  let app: TestApp;
  beforeAll(async () => {
    folder = await tempFolder();
    const files = hasOpenssl ? selfSignedCertificate(folder.path) : undefined;
    cert = files?.cert ?? "";
    app = await startApp(files && { HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** The machine trusts the certificate of the node, in the way each program is told whom to trust. */
  const trust = () => ({ SSL_CERT_FILE: cert, CURL_CA_BUNDLE: cert, NODE_EXTRA_CA_CERTS: cert });

  /** Not `spawnSync`: the server runs in this process and has to answer meanwhile. */
  async function pasted(
    { command: [program, ...args] }: Tool,
    text: string,
  ): Promise<{ code: number; errors: string }> {
    const env = { ...process.env, ...(hasOpenssl && trust()) };
    const child = spawn(program, args, { cwd: root, env, stdio: ["pipe", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (data) => (errors += data));
    child.stdin.end(`${text}\n`);
    const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
    return { code, errors };
  }

  async function snippetOf({ page }: Visitor, name: string): Promise<string> {
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name, exact: true }).click();
    return page.locator(".code-block pre").innerText();
  }

  for (const tool of tools) {
    describe.skipIf(!tool.isThere)(tool.snippet, () => {
      const arrive = async () => {
        const { id } = await mqttDevice(app, await app.firstTenant());
        const visitor = await stage.guest({}, app);
        await visitor.arrive(`/devices/${id}/credentials`);
        return { id, visitor };
      };
      const expectArrival = async (visitor: Visitor, id: string) => {
        await visitor.go(`/devices/${id}`);
        await visitor.page.getByText("21.5").waitFor();
      };

      test("is run as it is, and its value is on the page", async () => {
        const { id, visitor } = await arrive();
        await using _ = visitor;

        const { code, errors } = await pasted(tool, await snippetOf(visitor, tool.snippet));

        expect([code, errors]).toEqual([0, ""]);
        await expectArrival(visitor, id);
      });

      test.skipIf(!hasOpenssl)("is run as it is over TLS", async () => {
        const { id, visitor } = await arrive();
        await using _ = visitor;
        await visitor.page.getByRole("button", { name: "TLS", exact: true }).click();
        const text = await snippetOf(visitor, tool.snippet);

        const { code, errors } = await pasted(tool, text);

        expect(text).toContain(String(tool.snippet === "curl" ? app.node.httpsPort : app.node.mqttTlsPort));
        expect([code, errors]).toEqual([0, ""]);
        await expectArrival(visitor, id);
      });
    });
  }

  test("a node without TLS offers none, and hides the token until it is asked for", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.visitorAt(`/devices/${id}/credentials`);
    const { page } = visitor;

    await page.getByText(`-p ${stage.app.node.mqttPort} `).waitFor();

    expect(await page.getByRole("button", { name: "TLS" }).count()).toBe(0);
    expect(await page.locator(".code-block pre").innerText()).not.toContain(token);
  });
});
