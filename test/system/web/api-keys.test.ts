// Keys are made as a person makes them; what is copied from the page runs as it is in what it is written for.
import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { expectOk, type OwnTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import type { Visitor } from "../../support/browser.ts";
import { hasProgram } from "../../support/debian-package.ts";
import { python } from "../../support/paho.ts";
import { RestClient } from "../../support/rest-client.ts";
import { webStories } from "../../support/web-stories.ts";
import { isLongRun } from "../../switches.ts";

const lost = "the example of the API keys is not tried out";
const hasCurl = hasProgram("curl", "--version", ["curl"], lost);
const hasPython = hasProgram(python, "--version", ["python3"], lost);

webStories("API keys", (stage) => {
  /** A tenant with one device that has told its temperature. */
  async function arrange() {
    const home = await stage.app.tenant();
    const device = await stage.app.device(home, { name: "logger-0042" });
    const points = `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`;
    expectOk(await home.admin.post(points, { ts: Date.now(), values: { temperature: 21.5 } }));
    return { home, deviceId: device.id.id };
  }

  test("[AUTH10] a key is made with the keyboard, shown once with examples, and its name stays in the list", async () => {
    const { home } = await arrange();
    await using visitor = await stage.visitorAt("/profile", home.username);
    const { page } = visitor;
    await page.getByText("You have no API keys in this tenant").waitFor();

    const key = await makeKey(visitor, "nightly export");

    const field = page.getByLabel("Key", { exact: true });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await expectAccessibleAtLength(page);
    expect((await withKey(key).get("/api/auth/user")).json<{ permissions: string[] }>().permissions).toEqual([
      "VIEW_DEVICES",
      "VIEW_TELEMETRY",
      "VIEW_FILES",
      "DOWNLOAD_FILES",
    ]);
    if (hasCurl) {
      await page.getByRole("button", { name: "curl", exact: true }).click();
      const { output } = await pasted(["bash"], await page.locator(".code-block pre").innerText());
      expect(JSON.parse(output)).toMatchObject({ data: [{ name: "logger-0042" }] });
    }
    await page.keyboard.press("Escape");
    await page.reload();
    await keyRow(visitor, "nightly export")
      .getByText(/4 permissions · last used/)
      .waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByText("How a key is used").click();
    await page.getByText("ApiKey YOUR_API_KEY").waitFor();
  });

  atLength("[AUTH10] a key without a permission is not made, and one that is deleted stops", async () => {
    const { home } = await arrange();
    await using visitor = await stage.visitorAt("/profile", home.username, { viewport: phone });
    const { page } = visitor;
    await page.getByRole("button", { name: "Create key" }).click();
    await expectAccessibleAtLength(page);
    await page.getByLabel("Name", { exact: true }).fill("wall display");
    for (const box of await page.getByRole("dialog").getByRole("checkbox").all()) await box.uncheck();
    const submit = page.getByRole("dialog").getByRole("button", { name: "Create key" });
    await submit.click();
    await page.getByText("Choose at least one permission").waitFor();
    await page.getByRole("checkbox", { name: /^Write data / }).check();
    await page.getByText("needs See devices, Read data: added as well").waitFor();
    for (const name of ["Write data", "Read data"])
      await page.getByRole("checkbox", { name: new RegExp(`^${name} `) }).uncheck();
    expect(await page.getByRole("checkbox", { name: /^See devices / }).isChecked()).toBe(true);
    await submit.click();
    const key = await page.getByLabel("Key", { exact: true }).inputValue();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Delete: wall display" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();

    await page.getByText("The API key was deleted").waitFor();
    expect((await withKey(key).get("/api/auth/user")).status).toBe(401);
  });

  test.skipIf(!hasCurl || !isLongRun())("[AUTH10] the example for curl is run as it is", async () => {
    const { home } = await arrange();

    const { code, output } = await pasted(["bash"], await exampleOf(home, "curl"));

    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ data: [{ name: "logger-0042" }] });
  });

  test.skipIf(!hasPython || !isLongRun())("[AUTH10] the example for Python is run as it is", async () => {
    const { home } = await arrange();

    const { code, output } = await pasted([python, "-"], await exampleOf(home, "Python"));

    expect([code, output.trim()]).toEqual([0, "logger-0042 {'temperature': '21.5'}"]);
  });

  atLength("[AUTH10] what the example for Grafana asks for is answered as it says", async () => {
    const { home, deviceId } = await arrange();
    const text = await exampleOf(home, "Grafana");
    const field = (name: string) => new RegExp(`^ *${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
    const variables = { from: "0", to: String(Date.now() + 60_000) };
    const url = field("URL")
      .replace("<device id>", deviceId)
      .replaceAll(/\$\{__(from|to)\}/g, (_, name: "from" | "to") => variables[name]); // as Grafana fills them in

    const answer = await fetch(url, { headers: { [field("Key")]: field("Value") } });

    expect(await answer.json()).toMatchObject({ [field("Rows/Root")]: [{ ts: expect.any(Number), value: "21.5" }] });
  });

  async function exampleOf(home: OwnTenant, name: string): Promise<string> {
    await using visitor = await stage.visitorAt("/profile", home.username);
    await makeKey(visitor, name);
    await visitor.page.getByRole("button", { name, exact: true }).click();
    return await visitor.page.locator(".code-block pre").innerText(); // before the visitor leaves
  }

  const withKey = (key: string) => new RestClient(stage.app.node.httpPort, { "x-authorization": `ApiKey ${key}` });
});

const phone = { width: 390, height: 844 };

const keyRow = ({ page }: Visitor, name: string) => page.getByRole("listitem").filter({ hasText: name });

/** With the choice of permissions that is offered first. */
async function makeKey({ page }: Visitor, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create key" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.keyboard.press("Enter");
  return page.getByLabel("Key", { exact: true }).inputValue();
}

/** Not `spawnSync`: the server runs in this process and has to answer meanwhile. */
async function pasted(
  [program, ...args]: readonly [string, ...string[]],
  text: string,
): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => (output += data));
  child.stdin.end(`${text}\n`);
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
  return { code, output };
}
