import type { CheckedRule, DeviceTypeRecord, RuleDefinition } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk, type TestTenant } from "../../support/app.ts";
import { atLength } from "../../support/at-length.ts";
import { expectAccessibleAtLength } from "../../support/axe.ts";
import { webStories } from "../../support/web-stories.ts";

const minuteMs = 60_000;
const daysAgo = (days: number): number => Date.now() - days * 24 * 60 * minuteMs;

webStories("rules", (stage) => {
  /** A type with one device that was too hot twice: once for eight minutes, once for three. */
  async function given(home: TestTenant): Promise<{ type: DeviceTypeRecord; deviceId: string }> {
    const channels = [
      { key: "temp", name: "Bearing temperature", unit: "Cel", kind: "number", limits: { alarmAbove: 80 } },
    ];
    const type = expectOk(
      await home.admin.post("/api/deviceProfile", { name: "Pump", channels }),
    ).json<DeviceTypeRecord>();
    const { id } = await stage.app.device(home, { name: "P-03", type: type.name });
    const begin = daysAgo(5);
    const isHot = (minute: number) => (minute >= 5 && minute <= 13) || (minute >= 20 && minute <= 23);
    const points = Array.from({ length: 30 }, (_, minute) => ({
      ts: begin + minute * minuteMs,
      values: { temp: isHot(minute) ? 85 : 20 },
    }));
    expectOk(await home.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, points));
    return { type, deviceId: id.id };
  }

  const rulesOf = async (home: TestTenant): Promise<CheckedRule[]> =>
    expectOk(await home.admin.get("/api/rules")).json<{ data: CheckedRule[] }>().data;

  test("[RUL1, RUL6] a preset becomes a rule: its sentence is edited by keyboard, tried on the past at once, and saved", async () => {
    const home = stage.tenant;
    await given(home);
    await using visitor = await stage.visitorAt("/rules", home.username);
    const { page } = visitor;

    await page.getByRole("link", { name: /Limit with dead band/ }).click();
    const trial = page.getByRole("region", { name: "Backtest" });
    await trial.getByText(/^Would have fired once in the last 30 days/).waitFor();
    await trial.getByText(/Once it was too short/).waitFor();

    // a chip is a button with a form; what is changed there is tried at once
    await page.getByRole("button", { name: "for 5 min", exact: true }).press("Enter");
    const form = page.getByRole("dialog", { name: "How long" });
    await form.getByLabel("Time", { exact: true }).fill("1");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "for 1 min", exact: true }).waitFor();
    await trial.getByText(/^Would have fired 2 times in the last 30 days/).waitFor();

    // the limit is moved in the chart, and its chip follows
    await page.getByRole("slider", { name: "Limit for Major" }).press("PageUp");
    await page.getByRole("button", { name: /^8\d(\.\d+)? °C$/ }).waitFor();
    expect(await page.getByRole("button", { name: "80 °C", exact: true }).count()).toBe(0);
    await expectAccessibleAtLength(page);

    // what the server says is told where it is wrong
    await page.getByRole("button", { name: /expression$/ }).click();
    await page.getByRole("button", { name: "temp > 0.0" }).click();
    const expression = page.getByRole("dialog", { name: "Expression (CEL)" });
    await expression.getByLabel("Expression (CEL)").fill("temp >");
    await expression.getByRole("alert").waitFor();
    await expression.getByLabel("Expression (CEL)").fill("temp > 1.0");
    await expect.poll(() => expression.getByRole("alert").count()).toBe(0);
    await page.keyboard.press("Escape");

    // what it does beside its alarm [RUL4]
    await page.getByRole("button", { name: "action", exact: true }).click();
    await page.getByRole("button", { name: "tell every Operator and every Tenant administrator" }).click();
    const action = page.getByRole("dialog", { name: "Action" });
    await action.getByLabel("Viewer").check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "action", exact: true }).click();
    await page.getByRole("button", { name: "tell every Operator and every Tenant administrator" }).click();
    await action.getByLabel("What is done").selectOption("Write a value");
    await action.getByLabel("Value").fill("1.5");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "write 1.5 as alarm" }).waitFor();

    await page.getByLabel("Name", { exact: true }).fill("Bearing too hot");
    await page.getByRole("button", { name: "Save rule" }).click();
    await page.getByText("version 1 is Shadow").waitFor();
    const [saved] = await rulesOf(home);
    expect(saved).toMatchObject({
      ...{ name: "Bearing too hot", mode: "SHADOW", version: 1 },
      definition: {
        steps: [{ severity: "MAJOR", for: { ms: minuteMs }, when: { kind: "ALL" } }],
        actions: [
          { kind: "NOTIFY", on: ["RAISED"], recipients: { roles: ["TENANT_ADMIN", "OPERATOR", "VIEWER"] } },
          { kind: "PUBLISH_TELEMETRY", on: ["RAISED"], key: "alarm", value: 1.5 },
        ],
      },
    });

    await page.getByRole("button", { name: "Live", exact: true }).click();
    await page.getByText("version 2 is Live").waitFor();
    await visitor.go("/rules");
    await page.getByRole("row", { name: /Bearing too hot .* Live/ }).waitFor();
  });

  atLength(
    "[RUL5] somebody else saves first, versions come back, a trace says why, and deleting says what goes with it",
    async () => {
      const home = await stage.app.tenant();
      const { type, deviceId } = await given(home);
      const definition: RuleDefinition = {
        scope: { kind: "DEVICE_TYPE", deviceTypeIds: [type.id.id] },
        inputs: [{ kind: "TELEMETRY", name: "t", key: "temp" }],
        steps: [{ severity: "MAJOR", when: { kind: "COMPARE", input: "t", comparison: "GREATER", value: 80 } }],
        alarmType: "Too hot",
        actions: [],
      };
      const save = async (body: object) => expectOk(await home.admin.post("/api/rule", body)).json<CheckedRule>();
      const first = await save({ name: "Hot", mode: "LIVE", definition });
      const { id } = first;
      await using visitor = await stage.visitorAt(`/rules/${id.id}`, home.username);
      const { page } = visitor;

      // nothing is lost when somebody else saved meanwhile
      await page.getByRole("button", { name: "80 °C", exact: true }).waitFor();
      await save({ id, version: 1, name: "Hotter", definition });
      await page.getByLabel("Name", { exact: true }).fill("Mine");
      visitor.provokes(409);
      await page.getByRole("button", { name: "Save version 2" }).click();
      await page.getByRole("button", { name: "Load the newer one" }).click();
      await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Hotter");

      // whoever empties a limit goes on typing; left empty it is what it was
      await page.getByRole("button", { name: "80 °C", exact: true }).click();
      const limit = page.getByRole("dialog").getByLabel("Value (°C)");
      for (const typed of ["7", ""]) {
        await limit.fill(typed);
        expect(await limit.inputValue()).toBe(typed);
      }
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "80 °C", exact: true }).waitFor();

      // versions
      await page.getByRole("button", { name: "Versions" }).click();
      await page.getByRole("button", { name: new RegExp(`^Version 1 .* by ${home.username}$`) }).click();
      await page.getByRole("button", { name: "Restore" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
      await page.getByText("version 3 is Live").waitFor();
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Hot");

      // why, from what arrived
      const send = (temp: number) =>
        home.admin.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, { temp });
      expectOk(await send(71));
      await stage.app.platform.liveRules.settled();
      await visitor.go(`/rules/${id.id}?tab=traces&device=${deviceId}`);
      await page.getByText("The condition “Bearing temperature is above 80 °C” is not met.").waitFor();
      await expectAccessibleAtLength(page);
      expectOk(await send(91));
      await stage.app.platform.liveRules.settled();
      await page.getByText("It fired, and is not over.").waitFor();

      // deleting
      await page.getByRole("button", { name: "Delete" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/1 active alarm is cleared and stays on record/).waitFor();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No rules yet").waitFor();
      expect(await rulesOf(home)).toEqual([]);

      // a table of limits: all of its rules, or none
      const tableOf = (limit: string) => ({
        ...{ name: "limits.csv", mimeType: "text/csv" },
        buffer: Buffer.from(`telemetry_key,type,severity,limit,text\ntemp,${type.name},MAJOR,${limit},Far too hot\n`),
      });
      await page.getByRole("button", { name: "Import" }).click();
      await dialog.getByLabel("File (JSON or CSV)").setInputFiles(tableOf("eighty"));
      await dialog.getByRole("button", { name: "Import" }).click();
      await dialog.getByText("No rule was made: correct these rows first.").waitFor();
      await dialog.getByLabel("File (JSON or CSV)").setInputFiles(tableOf(">80"));
      await dialog.getByRole("button", { name: "Import" }).click();
      await page.getByRole("link", { name: /Far too hot/ }).waitFor();
      expect(await rulesOf(home)).toMatchObject([{ mode: "OFF", definition: { steps: [{ severity: "MAJOR" }] } }]);
    },
  );
});
