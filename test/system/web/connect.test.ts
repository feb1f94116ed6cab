// From nothing to the first value, as a person does it: what they paste is run as it is by the programs it is for.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CredentialsRecord } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectOk, type OwnTenant, startApp, type TestApp } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { hasProgram } from "../../support/debian-package.ts";
import { connectMqttJs, mqttDevice } from "../../support/mqtt-device.ts";
import { hasPaho, python } from "../../support/paho.ts";
import { type TempFolder, tempFolder } from "../../support/temp-folder.ts";
import { fresh, webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const lost = "its snippet is not tried out";
/** What TLS changes are addresses and ports: for the long run, and on a node of its own. */
const withTls = isLongRun() && hasProgram("openssl", "version", ["openssl"], "snippets are not tried out over TLS");
/** Where Node finds the packages of a snippet: a person would have installed them in the folder. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Tool {
  readonly snippet: string;
  readonly isThere: () => boolean;
  /** What reads the pasted text; C is compiled first. */
  readonly command: readonly [program: string, ...args: string[]];
}

const tools: readonly Tool[] = [
  { snippet: "curl", isThere: () => hasProgram("curl", "--version", ["curl"], lost), command: ["bash"] },
  {
    snippet: "mosquitto_pub",
    isThere: () => hasProgram("mosquitto_pub", "--help", ["mosquitto-clients"], lost),
    command: ["bash"],
  },
  { snippet: "Python", isThere: hasPaho, command: [python, "-"] },
  { snippet: "Node.js", isThere: () => true, command: [process.execPath, "--input-type=module", "-"] },
  {
    snippet: "C",
    isThere: () => hasProgram("cc", "--version", ["gcc", "libc6-dev", "libcurl4"], lost),
    // With libcurl's own headers where they are installed, else with our declarations of it.
    command: [
      "sh",
      "-c",
      "cat > send.c; (cc -o send send.c -lcurl || cc -I. -o send send.c -l:libcurl.so.4) 2>/dev/null && ./send",
    ],
  },
  { snippet: "File (curl)", isThere: () => hasProgram("curl", "--version", ["curl"], lost), command: ["bash"] },
];

webStories("connecting a device", (stage) => {
  let folder: TempFolder;
  let cert: string;
  let app: TestApp;
  let tenant: OwnTenant;
  beforeAll(async () => {
    folder = await tempFolder();
    const files = withTls ? selfSignedCertificate(folder.path) : undefined;
    cert = files?.cert ?? "";
    app = files ? await startApp({ HELIO_TLS_CERT: files.cert, HELIO_TLS_KEY: files.key }) : stage.app;
    tenant = await app.tenant();
    mkdirSync(join(folder.path, "curl"));
    const declared = readFileSync(join(root, "test/clients/libcurl.h"), "utf8");
    writeFileSync(join(folder.path, "curl/curl.h"), declared);
  });
  afterAll(async () => {
    if (app !== stage.app) await app[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** The machine trusts the certificate of the node, in the way each program is told whom to trust. */
  const trust = () => ({ SSL_CERT_FILE: cert, CURL_CA_BUNDLE: cert, NODE_EXTRA_CA_CERTS: cert });

  /** libcurl has no variable for it: a program says itself whom it trusts, as the machine would. */
  const trusting = (text: string) =>
    text.replace(
      "CURLOPT_FAILONERROR, 1L);",
      `CURLOPT_FAILONERROR, 1L);\n  curl_easy_setopt(curl, CURLOPT_CAINFO, "${cert}");`,
    );

  /** Not `spawnSync`: the server runs in this process and has to answer meanwhile. */
  async function pasted({ command: [program, ...args], snippet }: Tool, text: string) {
    const env = { ...process.env, ...(withTls && trust()) };
    const cwd = snippet === "Node.js" ? root : folder.path;
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let [said, errors] = ["", ""];
    child.stdout.on("data", (data) => (said += data));
    child.stderr.on("data", (data) => (errors += data));
    child.stdin.end(`${text}\n`);
    const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
    return { code, errors, said: said.trim() };
  }

  const latestTs = async (id: string) =>
    (await tenant.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature`)).json<
      Record<string, { ts: number; value: string }[]>
    >()["temperature"]?.[0];
  const fileNames = async (id: string) =>
    (await tenant.admin.calls.files.list({ deviceId: id, page: 0, limit: 10 })).data.map(({ name }) => name);

  for (const security of ["Plain", "TLS"] as const) {
    test.skipIf(security === "TLS" && !withTls)(
      `[17/5, 17/20] every snippet of the page is run as it is, ${security}, and its value arrives`,
      async () => {
        const { id } = await mqttDevice(app, tenant);
        await using visitor = await stage.guest({}, app);
        await visitor.arrive(`/connect?device=${id}`, tenant.username);
        const { page } = visitor;
        if (withTls) await page.getByRole("button", { name: security, exact: true }).click();
        for (const tool of tools.filter(({ isThere }) => isThere())) {
          const before = await latestTs(id);
          await page.getByRole("button", { name: tool.snippet, exact: true }).click();
          const text = await page.locator(".snippets pre").innerText();

          const { code, errors, said } = await pasted(tool, security === "TLS" ? trusting(text) : text);

          expect([tool.snippet, code, errors]).toEqual([tool.snippet, 0, ""]);
          if (security === "TLS") expect(text).toMatch(new RegExp(`${app.node.httpsPort}|${app.node.mqttTlsPort}`));
          if (tool.snippet.startsWith("File")) {
            expect([said, await fileNames(id)]).toEqual(["204", ["first.txt"]]);
          } else {
            const { ts, value } = (await latestTs(id)) ?? { ts: 0, value: "" };
            expect([tool.snippet, ts > (before?.ts ?? 0), Number(value)]).toEqual([tool.snippet, true, 21.5]);
          }
        }
        await page.getByRole("heading", { name: /Value received/ }).waitFor();
      },
    );
  }

  test("[17/6, 17/20] from an empty list to the first value, and each thing that can go wrong is told", async () => {
    const own = await app.tenant();
    await own.admin.calls.deviceTypes.save({
      body: {
        name: "Logger",
        description: "analogue, CAN, files",
        channels: [
          { key: "oil_temp", name: "Oil temperature", unit: "Cel", limits: { warnAbove: 90, alarmAbove: 100 } },
        ],
      },
    });
    await using visitor = await stage.guest({}, app);
    await visitor.arrive("/", own.username);
    const { page } = visitor;
    const name = fresh("Logger");

    await page.getByRole("link", { name: "Connect a device" }).click();
    await page.getByText("Logger", { exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Create device" }).click();
    await page.getByRole("heading", { name: "Waiting for the first value …" }).waitFor();
    await page.getByText("Oil temperature").waitFor(); // what the type says of the key
    const token = await page.locator("code.token").innerText();
    const id = new URL(page.url()).searchParams.get("device") ?? "";
    const credentials = await own.admin.get(`/api/device/${id}/credentials`);
    expect(expectOk(credentials).json<CredentialsRecord>().credentialsId).toBe(token);
    const send = (path: string, body: string) => app.rest.post(`/api/v1/${path}`, body);

    if (isLongRun()) {
      await page.getByRole("button", { name: "Change: Name and place" }).click();
      await page.getByRole("dialog").getByLabel("Name", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
    }
    await send(`${token.slice(1)}/telemetry`, "{}");
    await page.getByText("A message arrived with an unknown token from 127.0.0.1").waitFor();
    await page.getByText(`had ${token.length - 1} characters`).waitFor();
    expect(await page.locator(".waiting-panel").innerText()).not.toContain(token.slice(1));
    if (isLongRun()) {
      await page.reload(); // who waits goes on waiting
      await page.getByText(/Listening for (?!0 s)/).waitFor();
      await page.getByText(`had ${token.length - 1} characters`).waitFor();
      await send(`${token}/telemtry`, "{}");
      await page.getByText("an address that nobody serves").waitFor();
    }
    await using device = await connectMqttJs(app, token);
    await device.client.publishAsync("v1/device/telemetry", "{}", { qos: 1 });
    await page.locator(".heard-line", { hasText: "v1/device/telemetry" }).getByText("wrong topic").waitFor();
    if (isLongRun()) {
      await device.client.publishAsync("v1/devices/me/telemetry", "{oil", { qos: 1 });
      await page.locator(".heard-line", { hasText: "MQTT telemetry" }).getByText("not JSON").waitFor();
    }
    await send(`${token}/telemetry`, '{"oil_temp": 64.2 "flow": 1}');
    await page.getByText("Line 1, character 19: a comma or a closing bracket was expected.").waitFor();
    if (isLongRun()) {
      await send(`${token}/telemetry`, "{}");
      await page.getByRole("heading", { name: "The message holds no channel" }).waitFor();
    }
    await send(`${token}/telemetry`, '{"oil_temp": 64.2}');
    await page.getByRole("heading", { name: /First value received/ }).waitFor();
    await page.locator(".first-values").getByText("64.2").waitFor();
    await page.getByRole("link", { name: `Open ${name}` }).click();

    await page.getByRole("heading", { name, level: 1 }).waitFor();
  });

  atLength("[17/20] a time of 1970 is told, and a node without TLS offers none", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.visitorAt(`/connect?device=${id}`);
    const { page } = visitor;
    await page.getByRole("heading", { name: "Waiting for the next value …" }).waitFor();

    expectOk(await stage.app.rest.post(`/api/v1/${token}/telemetry`, '{"ts": 5000, "values": {"a": 1}}'));

    await page.getByText("the device does not know the time").waitFor();
    expect(await page.getByRole("button", { name: "TLS" }).count()).toBe(0);
  });

  atLength("[DEV4] beside the credentials the token is hidden in the snippet until it is asked for", async () => {
    const { id, token } = await mqttDevice(stage.app, stage.tenant);
    await using visitor = await stage.visitorAt(`/devices/${id}/credentials`);
    const snippet = visitor.page.locator(".snippets pre");

    await snippet.waitFor();
    expect(await snippet.innerText()).not.toContain(token);
    await visitor.page.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => snippet.innerText()).toContain(token);
  });
});
