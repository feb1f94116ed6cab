import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CommunicationRecord, FileRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { HttpDevice, multipart } from "../support/device-http.ts";

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_FILE_LIMIT: "1000000", HELIO_FILE_QUOTA: "1500000", HELIO_UPLOAD_TIMEOUT: "2s" });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

async function arrange() {
  const { id } = (await app.device(home)).id;
  const { credentialsId } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{ credentialsId: string }>();
  const files = async () =>
    (await home.admin.get(`/api/devices/${id}/data-files/original?includeRemote=true`)).json<{ data: FileRecord[] }>()
      .data;
  const communication = async () =>
    (
      await home.admin.get(`/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0`)
    ).json<{ data: CommunicationRecord[] }>().data;
  const path = `/status.php?F=UPLOAD&ID=${credentialsId}`;
  return { id, files, communication, path, device: new HttpDevice(app.node.httpPort, credentialsId) };
}

const leftovers = () => readdir(join(app.config.dataDir, "files", "incoming"));

/** Sends bytes as they are; resolves to what came back when the connection ends. */
function raw(bytes: Buffer | string, andThen: "wait" | "hang up"): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(app.node.httpPort, "127.0.0.1", () => {
      socket.write(bytes, () => {
        if (andThen === "hang up") setTimeout(() => socket.destroy(), 100);
      });
    });
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
const form = "multipart/form-data; boundary=B";

describe("[FILE6] an upload leaves nothing behind when it", () => {
  test("is broken off by the device", async () => {
    const { files, path } = await arrange();
    const body = multipart("B", Buffer.alloc(400_000, "x"), "a.bin");

    await raw(Buffer.concat([Buffer.from(head(path, form, body.length)), body.subarray(0, 300_000)]), "hang up");
    while ((await leftovers()).length > 0) await delay(20);

    expect(await files()).toEqual([]);
  });

  test("stalls: the device is told and the connection closed, by progress and not by total time", async () => {
    const { files, path, communication } = await arrange();

    const answer = await raw(
      `${head(path, form, 5_000)}--B\r\nContent-Disposition: form-data; name="data"; filename="a"\r\n\r\nxx`,
      "wait",
    );
    while ((await leftovers()).length > 0) await delay(20);

    expect(answer).toContain("No byte of the upload arrived for 2 s");
    expect(await files()).toEqual([]);
    expect(await communication()).toMatchObject([{ kind: "UPLOAD", error: expect.stringContaining("No byte") }]);
  });

  test("is slow: as long as bytes arrive, an upload may take its time", async () => {
    const { files, path } = await arrange();
    const body = multipart("B", "slow and steady", "slow.bin");
    const socket = connect(app.node.httpPort, "127.0.0.1");
    const answered = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));

    socket.write(head(path, form, body.length));
    const pieces = 24;
    const size = Math.ceil(body.length / pieces);
    for (let piece = 0; piece < pieces; piece++) {
      await delay(100); // together longer than the limit
      socket.write(body.subarray(piece * size, (piece + 1) * size));
    }

    expect(await answered).toContain("HTTP/1.1 204");
    socket.destroy();
    expect((await files()).map(({ name }) => name)).toEqual(["slow.bin"]);
  });

  test.each([
    ["says it is longer than it is", form, multipart("B", "xyz", "a.bin").subarray(0, -8), "ended before"],
    [
      "has no closing boundary",
      form,
      Buffer.from("--B\r\nContent-Disposition: form-data; filename=a\r\n\r\nxyz"),
      "ended before",
    ],
    ["has another boundary than it says", form, multipart("C", "xyz", "a.bin"), "before its part began"],
    ["names no boundary", "multipart/form-data", multipart("B", "xyz", "a.bin"), "boundary"],
    ["is not multipart", "application/octet-stream", Buffer.from("xyz"), "multipart/form-data"],
    [
      "has two parts",
      form,
      Buffer.concat([
        multipart("B", "one", "a.bin").subarray(0, -4),
        Buffer.from("\r\n"),
        multipart("B", "two", "b.bin").subarray(3),
      ]),
      "more than one part",
    ],
    [
      "names no file",
      form,
      Buffer.from('--B\r\nContent-Disposition: form-data; name="data"\r\n\r\nxyz\r\n--B--\r\n'),
      "file name",
    ],
  ])("%s", async (_, type, body, message) => {
    const { files, path, communication } = await arrange();

    const response = await app.rest.send("POST", path, { headers: { "content-type": type }, body });

    expect(response.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining(message) });
    expect(await files()).toEqual([]);
    expect(await leftovers()).toEqual([]);
    expect(await communication()).toMatchObject([
      { kind: "UPLOAD", direction: "IN", transport: "HTTP", error: expect.stringContaining(message) },
    ]);
  });

  test("is larger than a file may be, or than the tenant's quota leaves", async () => {
    const { device, files } = await arrange();

    const tooLarge = await device.contact("UPLOAD", Buffer.alloc(1_000_001), { fileName: "large" });
    expect(tooLarge.json()).toMatchObject({ status: 413, errorCode: 31 });
    expect((await device.contact("UPLOAD", Buffer.alloc(1_000_000), { fileName: "fits" })).status).toBe(204);
    const beyond = await device.contact("UPLOAD", Buffer.alloc(600_000), { fileName: "beyond" });

    expect(beyond.json()).toMatchObject({ status: 503, message: expect.stringContaining("1500000 bytes") });
    expect((await files()).map(({ name }) => name)).toEqual(["fits"]);
    expect(await leftovers()).toEqual([]);
  });
});

test("[FILE6] of two uploads that fit the tenant's quota alone but not together, one is kept", async () => {
  const tenant = await app.tenant();
  const { id } = (await app.device(tenant)).id;
  const upload = (name: string) =>
    tenant.admin.post(`/api/devices/${id}/data-files?name=${name}`, Buffer.alloc(900_000, name));

  const answers = await Promise.all(["a", "b", "c", "d"].map(upload));
  const { data } = (await tenant.admin.get(`/api/devices/${id}/data-files/original`)).json<{ data: FileRecord[] }>();

  expect(answers.map(({ status }) => status).sort()).toEqual([201, 503, 503, 503]);
  expect(data).toHaveLength(1);
});

describe("a logger's contact", () => {
  test("[FILE1] path parts of an uploaded name are cut, whatever they are", async () => {
    const { device, files } = await arrange();

    await device.contact("UPLOAD", "x", { fileName: "../../x" });
    const dots = await device.contact("UPLOAD", "x", { fileName: "a/.." });

    expect((await files()).map(({ name }) => name)).toEqual(["x"]);
    expect(dots.json()).toMatchObject({ status: 400 });
  });

  test("[DHP1] F, P and ID are checked; everything else is not", async () => {
    const { device, path, communication } = await arrange();
    const status = async (query: string) => (await app.rest.post(path.replace("F=UPLOAD", query))).status;

    expect((await device.contact("PING")).status).toBe(204);
    expect((await device.contact("PING", undefined, { p: "v4" })).status).toBe(204);
    expect(await status("F=PING&P=v6&unknown=1&T=nonsense")).toBe(204);
    expect(await status("F=NONSENSE")).toBe(400);
    expect(await status("F=PING&P=v7")).toBe(400);
    expect((await app.rest.post("/status.php?F=PING&ID=nobody")).json()).toMatchObject({ status: 401, errorCode: 10 });
    expect((await app.rest.post("/status.php?F=NONSENSE&ID=nobody")).status).toBe(401);
    expect((await app.rest.post("/status.php?F=PING&ID=a&ID=b")).status).toBe(401);
    expect((await app.rest.get(path)).status).toBe(405);
    const refused = (await communication()).filter(({ error }) => error !== null);
    expect(refused.map(({ kind, error }) => [kind, error?.slice(0, 22)])).toEqual([
      ["PING", "P must be one of v4, v"],
      ["NONSENSE", "F must be one of PING,"],
    ]);
    for (const f of [
      "ACKNOWLEDGMENT_FIRMWARE_UPDATE",
      "PROGRESS_FIRMWARE_UPDATE",
      "RETURN_FIRMWARE_UPDATE",
      "RETURN_CANCEL",
    ]) {
      expect((await device.contact(f, "50 %", { p: "v6", messageId: 5 })).status).toBe(204);
      expect((await device.contact(f, "50 %", { p: "v5", messageId: 5 })).status).toBe(400);
    }
  });

  test("[DHP4] a PING's attributes become client attributes; one that cannot be read is logged and answered 204", async () => {
    const { id, device, communication } = await arrange();

    await device.contact("PING", '<root><device serial="0042" firmware="2.13"/><gps lat="48.1" serial="g7"/></root>');
    const bad = await device.contact("PING", "<root><unclosed");
    const entities = await device.contact("PING", '<!DOCTYPE r [<!ENTITY e "x">]><r a="&e;"/>');

    expect([bad.status, entities.status]).toEqual([204, 204]);
    const attributes = (
      await home.admin.get(`/api/plugins/telemetry/DEVICE/${id}/values/attributes/CLIENT_SCOPE`)
    ).json<{ key: string; value: unknown }[]>();
    expect(Object.fromEntries(attributes.map(({ key, value }) => [key, value]))).toEqual({
      serial: "0042",
      firmware: "2.13",
      lat: "48.1",
      "gps.serial": "g7",
    });
    expect((await communication()).map(({ kind, error }) => [kind, error !== null])).toEqual([
      ["PING", true],
      ["PING", true],
      ["PING", false],
    ]);
  });

  test("[DHP6] XML is bounded in depth and size, and knows no DTD", async () => {
    const { device, files } = await arrange();
    const deep = `${"<a>".repeat(50)}${"</a>".repeat(50)}`;
    const long = `<root><attention text="File=/a"/>${" ".repeat(300_000)}</root>`;
    const doctype = '<!DOCTYPE root SYSTEM "file:///etc/passwd"><root><attention text="File=/a"/></root>';

    expect((await device.contact("ATTN", deep)).json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("deeper"),
    });
    expect((await device.contact("ATTN", long)).json()).toMatchObject({ status: 413 });
    expect((await device.contact("ATTN", doctype)).json()).toMatchObject({
      status: 400,
      message: expect.stringContaining("DOCTYPE"),
    });
    expect(await files()).toEqual([]);
  });

  test("[CMD2, DHP2] scripts and SCPI go out as raw text with their exact types, at most once, and are answered", async () => {
    const { id, device } = await arrange();
    const queue = (body: object) => home.admin.post(`/api/devices/${id}/commands`, body);
    await queue({ type: "SCRIPT", text: "uname -a\n" });
    await queue({ type: "SCPI", target: "dev", text: "*IDN?" });
    await queue({ type: "SCPI", target: "app", text: "SYST:VERS?" });

    const script = await device.contact("PING");
    const dev = await device.contact("RETURN_BASH", "Linux\n", { messageId: 1 });
    const appTask = await device.contact("RETURN_SCPI", "ACME", { messageId: 2 });
    const last = await device.contact("RETURN_SCPI", "1999.0", { messageId: 3 });

    expect(
      [script, dev, appTask].map(({ headers, text }) => [
        headers["content-type"],
        headers["content-description"],
        text,
      ]),
    ).toEqual([
      ["application/om-bash", "Message-ID: 1", "uname -a\n"],
      ["application/om-scpi-dev", "Message-ID: 2", "*IDN?"],
      ["application/om-scpi-app", "Message-ID: 3", "SYST:VERS?"],
    ]);
    expect(last.status).toBe(204);
    const { data } = (await home.admin.get(`/api/devices/${id}/commands`)).json<{
      data: { status: string; answer: string }[];
    }>();
    expect(data.map(({ status, answer }) => [status, answer])).toEqual([
      ["DONE", "1999.0"],
      ["DONE", "ACME"],
      ["DONE", "Linux\n"],
    ]);
  });
});
