import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { FileRecord } from "@heliograph/contract";
import { expect, test } from "vitest";
import { expectOk } from "../support/app.ts";
import { createDevice, startOn } from "../support/crash-node.ts";
import { HttpDevice } from "../support/device-http.ts";
import type { RestResponse } from "../support/rest-client.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Enough for a node and some tens of connections. */
const under = ["bash", "-c", 'ulimit -n 120; exec "$@"', "bash"];
const strangers = 300;
const rounds = 8;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Connections beyond the limit are closed by the server before a word was said; that is no answer. */
const asked = (request: Promise<RestResponse>): Promise<RestResponse | undefined> => request.catch(() => undefined);

test("[RUN11, REL1] a node out of handles answers what it accepts in true words, loses nothing and recovers", async () => {
  await using folder = await tempFolder();
  const { node, admin } = await startOn(folder.path, { under });
  await using _node = node;
  const { id, token } = await createDevice(admin);
  const device = new HttpDevice(node.port, token);
  const points = `/api/plugins/telemetry/DEVICE/${id}`;
  const [keptFiles, keptPoints, refusals] = [[] as string[], [] as number[], [] as RestResponse[]];
  const idle: Socket[] = Array.from({ length: strangers }, () => connect(node.port, "127.0.0.1"));
  for (const socket of idle) socket.on("error", () => undefined);
  await expect.poll(() => idle.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0); // it is out of handles

  for (let n = 1; n <= rounds; n++) {
    const upload = await asked(device.contact("UPLOAD", `content ${n}`, { fileName: `${n}.bin` }));
    const write = await asked(admin.post(`${points}/timeseries/ANY`, { ts: n, values: { n } }));
    if (upload?.status === 204) keptFiles.push(`${n}.bin ${sha256(`content ${n}`)}`);
    if (write?.status === 200) keptPoints.push(n);
    refusals.push(...[upload, write].flatMap((answer) => (answer && answer.status >= 300 ? [answer] : [])));
  }
  for (const socket of idle) socket.destroy();

  for (const refusal of refusals)
    expect(refusal.json()).toMatchObject({ status: 503, message: expect.stringMatching(/too many/i) });
  await expect.poll(async () => (await asked(node.rest.get("/health/ready")))?.status).toBe(200);
  await expect
    .poll(async () => (await asked(device.contact("UPLOAD", "after", { fileName: "after.bin" })))?.status)
    .toBe(204);
  const list = expectOk(await admin.get(`/api/devices/${id}/data-files/original?limit=-1`));
  const held = list.json<{ data: FileRecord[] }>().data.map(({ name, sha256: hash }) => `${name} ${hash}`);
  expect(keptFiles.filter((file) => !held.includes(file))).toEqual([]);
  const query = "keys=n&startTs=0&endTs=100&orderBy=ASC";
  const { n = [] } = expectOk(await admin.get(`${points}/values/timeseries?${query}`)).json<{ n?: { ts: number }[] }>();
  expect(n.map(({ ts }) => ts)).toEqual(expect.arrayContaining(keptPoints));
});
