import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { CommandRecord, DeviceRecord, FileRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, startApp, type TestApp, type TestTenant } from "../support/app.ts";
import { HttpDevice, messageIdOf, multipart } from "../support/device-http.ts";
import { connectMqttJs } from "../support/mqtt-device.ts";

const fileLimit = 100_000;

let app: TestApp;
let home: TestTenant;
beforeAll(async () => {
  app = await startApp({ HELIO_FILE_LIMIT: String(fileLimit) });
  home = await app.firstTenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const attention = (file: string, tag = "preview") => `<root><attention text="File=${file} Tag=${tag}"/></root>`;
const sha256 = (content: string): string => createHash("sha256").update(content).digest("hex");
const path = (time: string, tag = "preview") => `/sde/${tag}/20220629/20220629_${time}.osfz`;

async function arrange() {
  const record: DeviceRecord = await app.device(home);
  const id = record.id.id;
  const { credentialsId: token } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{
    credentialsId: string;
  }>();
  const device = new HttpDevice(app.node.httpPort, token);
  const files = async () =>
    expectOk(await home.admin.get(`/api/devices/${id}/data-files/original?includeRemote=true`))
      .json<{ data: FileRecord[] }>()
      .data.map(({ name, tag, storageStatus, sha256: hash }) => ({ name, tag, storageStatus, hash }));
  const commands = async () =>
    (await home.admin.get(`/api/devices/${id}/commands`)).json<{ data: CommandRecord[] }>().data;
  const log = async (kind: string) =>
    (
      await home.admin.get(
        `/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0&kind=${kind}`,
      )
    ).json<{ data: { summary: string; error: string | null }[] }>().data;
  const request = async (...names: string[]) =>
    expectOk(await home.admin.post(`/api/devices/${id}/request-files`, { names })).json<CommandRecord[]>();
  const requestList = async () => {
    const range = { startTime: "2022-06-29T00:00:00Z", endTime: "2022-06-30T00:00:00Z" };
    expectOk(await home.admin.post(`/api/devices/${id}/request-list`, range));
    return messageIdOf(await device.contact("PING"));
  };
  return { id, token, device, files, commands, log, request, requestList };
}

describe("which file an upload is", () => {
  test("[DHP3] an UPLOAD that repeats the number of an earlier request leaves that file alone", async () => {
    const { device, files, request } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    await request(path("100000"));
    const messageId = messageIdOf(await device.contact("PING"));
    await device.contact("RETURN_FILE", "asked for", { messageId, fileName: "20220629_100000.osfz" });

    const uploaded = await device.contact("UPLOAD", "another", { messageId, fileName: "20220629_110000.osfz" });

    expect(uploaded.status).toBe(204);
    expect(await files()).toEqual([
      { name: path("100000"), tag: "preview", storageStatus: 3, hash: sha256("asked for") },
      { name: "20220629_110000.osfz", tag: "preview", storageStatus: 3, hash: sha256("another") },
    ]);
  });

  test("[DHP3] an UPLOAD with the number of an open request does not answer it", async () => {
    const { device, files, commands, request } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    await request(path("100000"));
    const messageId = messageIdOf(await device.contact("PING"));

    await device.contact("UPLOAD", "another", { messageId, fileName: "other.osfz" });

    expect(await commands()).toMatchObject([{ status: "SENT" }]);
    expect(await files()).toMatchObject([{ name: path("100000"), storageStatus: 1 }, { name: "other.osfz" }]);
  });

  test("[DHP3] the same recording sent again is the same file, with and without its tag", async () => {
    const { device, files } = await arrange();
    await device.contact("ATTN", attention(path("100000", "raw"), "raw"));

    for (const tag of [undefined, undefined, "raw"]) {
      await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz", ...(tag && { tag }) });
    }

    expect(await files()).toEqual([{ name: path("100000", "raw"), tag: "raw", storageStatus: 3, hash: sha256("x") }]);
  });

  test("[DHP3] the same name under another tag is another file", async () => {
    const { device, files } = await arrange();
    await device.contact("ATTN", attention(path("100000")));

    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz", tag: "raw" });

    const byTag = Object.fromEntries(
      (await files()).map(({ tag, name, storageStatus }) => [tag, [name, storageStatus]]),
    );
    expect(byTag).toEqual({ preview: [path("100000"), 0], raw: ["20220629_100000.osfz", 3] });
  });

  test("[DHP3] an UPLOAD before its ATTN is one file, which then can be asked for by the device's name", async () => {
    const { device, files, request } = await arrange();
    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" });
    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" });

    await device.contact("ATTN", attention(path("100000")));
    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" });

    expect(await files()).toEqual([{ name: path("100000"), tag: "preview", storageStatus: 3, hash: sha256("x") }]);
    expect(await request(path("100000"))).toHaveLength(1);
  });

  test("[DHP3] an UPLOAD before the list that names it is one file, and the list does not take it away", async () => {
    const { device, files, requestList } = await arrange();
    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" });
    const messageId = await requestList();

    await device.contact("RETURN_LIST", `<root><file name="${path("100000")}" tag="preview"/></root>`, { messageId });

    expect(await files()).toMatchObject([{ name: path("100000"), storageStatus: 3 }]);
  });

  test("[DHP3] a file that is named anew while it is asked for is still the one that was asked for", async () => {
    const { device, files, commands, request } = await arrange();
    await device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" });
    await request("20220629_100000.osfz");
    const messageId = messageIdOf(await device.contact("PING"));
    await device.contact("ATTN", attention(path("100000")));

    await device.contact("RETURN_FILE", "x", { messageId, fileName: "20220629_100000.osfz" });

    expect(await files()).toMatchObject([{ name: path("100000"), storageStatus: 3 }]);
    expect(await commands()).toMatchObject([{ status: "DONE" }]);
  });

  test("[DHP3] uploads and announcements at the same moment make one file", async () => {
    const { device, files } = await arrange();

    await Promise.all([
      device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" }),
      device.contact("ATTN", attention(path("100000"))),
      device.contact("UPLOAD", "x", { fileName: "20220629_100000.osfz" }),
      device.contact("ATTN", attention(path("100000"))),
    ]);

    expect(await files()).toEqual([{ name: path("100000"), tag: "preview", storageStatus: 3, hash: sha256("x") }]);
  });
});

describe("tags", () => {
  const latin1 = (bytes: Buffer): string => bytes.toString("latin1"); // how Node takes the bytes of a header

  test("[DHP3] File-Tag is UTF-8", async () => {
    const { device, files } = await arrange();

    await device.contact("UPLOAD", "x", { fileName: "a.bin", tag: latin1(Buffer.from("Prüfstand")) });

    expect(await files()).toMatchObject([{ name: "a.bin", tag: "Prüfstand" }]);
  });

  test.each([
    ["not UTF-8", Buffer.from("Pr\xfcfstand", "latin1")],
    ["turned around", Buffer.from("a\u202eb")],
    ["a way out", Buffer.from("../x")],
    ["too long", Buffer.from("x".repeat(256))],
    ["with a backslash", Buffer.from("a\\b")],
  ])("[DHP3, API12] a tag that is %s is `preview`, and the file is kept", async (_, tag) => {
    const { device, files } = await arrange();

    expect((await device.contact("UPLOAD", "x", { fileName: "a.bin", tag: latin1(tag) })).status).toBe(204);
    expect((await device.contact("ATTN", attention("/b.bin", String(tag)))).status).toBe(204);

    expect((await files()).map((file) => file.tag)).toEqual(["preview", "preview"]);
  });

  test.each(["a\u202eb", "../x", "a\u2066b"])("[API12] a user cannot give the tag %j", async (tag) => {
    const { id } = await arrange();

    const url = `/api/devices/${id}/data-files?name=a.bin&tag=${encodeURIComponent(tag)}`;
    const refused = await home.admin.post(url, Buffer.from("x"));

    expect(refused.json()).toMatchObject({ status: 400, message: expect.stringContaining("cannot be a tag") });
  });
});

describe("answers in other dialects", () => {
  test.each([
    '<root><entry path="/sde/preview/20220629/20220629_100000.osfz"/></root>',
    "<files><file>20220629_100000.osfz</file></files>",
    '<root><file path="/x"/></root>',
    "<nothing/>",
  ])("[DHP5] a list like %s removes nothing, and log and command say so", async (list) => {
    const { device, files, commands, log, requestList } = await arrange();
    for (const time of ["100000", "110000"]) await device.contact("ATTN", attention(path(time)));
    await device.contact("UPLOAD", "x", { fileName: "20220629_120000.osfz" });
    const messageId = await requestList();

    const answered = await device.contact("RETURN_LIST", list, { messageId });

    expect(answered.status).toBe(204);
    expect((await files()).map(({ storageStatus }) => storageStatus)).toEqual([0, 0, 3]);
    expect(await commands()).toMatchObject([{ status: "FAILED", answer: expect.stringContaining("understood") }]);
    expect(await log("RETURN_LIST")).toMatchObject([
      { summary: "List that was not understood", error: expect.stringContaining("its elements") },
    ]);
  });

  const xml = '<root><file name="/sde/preview/20220629/20220629_120000.osfz" tag="preview"/>';
  test.each([
    ["text in a part", { data: "no list today" }, "XML"],
    ["half an XML", { data: xml }, "XML"],
    ["a DOCTYPE", { data: "<!DOCTYPE a><root/>" }, "DOCTYPE"],
    ["text as the body", { body: "no list today", type: "text/plain" }, "multipart"],
    ["a multipart that is none", { body: "oops", type: "multipart/form-data; boundary=x" }, "ended before"],
    [
      "a multipart of two parts",
      { body: "--x\r\n\r\n<root/>\r\n--x\r\n\r\n\r\n--x--", type: "multipart/form-data; boundary=x" },
      "more than one part",
    ],
    ["nothing", {}, "multipart"],
  ] as const)("[DHP5] a list that is %s fails its command in words and removes nothing", async (_, sent, words) => {
    const { token, device, commands, files, log, requestList } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    const messageId = await requestList();

    const answered =
      "body" in sent
        ? await app.rest.send("POST", `/device/status.php?F=RETURN_LIST&ID=${token}`, {
            headers: { "content-type": sent.type, "content-description": `Message-ID: ${messageId}` },
            body: Buffer.from(sent.body),
          })
        : await device.contact("RETURN_LIST", "data" in sent ? sent.data : undefined, { messageId });

    expect(answered.status).toBe(204);
    expect(await commands()).toMatchObject([{ status: "FAILED", attempts: 1, answer: expect.stringContaining(words) }]);
    expect((await files()).find(({ name }) => name === path("100000"))).toMatchObject({ storageStatus: 0 });
    expect(await log("RETURN_LIST")).toMatchObject([{ summary: "RETURN_LIST that cannot be read" }]);
  });

  test("[DHP5] a list nobody asked for that cannot be read is refused in words", async () => {
    const { device } = await arrange();

    const refused = await device.contact("RETURN_LIST", "no list today", { messageId: 99_999 });

    expect(refused.json()).toMatchObject({ status: 400, message: expect.stringContaining("XML") });
  });

  test("[DHP5] one name that cannot be kept costs a list none of the others, and log and command name it", async () => {
    const { device, files, commands, log, requestList } = await arrange();
    for (const time of ["100000", "110000"]) await device.contact("ATTN", attention(path(time)));
    const messageId = await requestList();
    const names = [path("110000"), "a/../b.osfz", path("120000")];

    const list = `<root>${names.map((name) => `<file name="${name}" tag="preview"/>`).join("")}</root>`;
    const answered = await device.contact("RETURN_LIST", list, { messageId });

    expect(answered.status).toBe(204);
    expect((await files()).map(({ name }) => name)).toEqual([path("110000"), path("120000")]);
    const words = '1 name cannot be kept: "a/../b.osfz"';
    expect(await commands()).toMatchObject([{ status: "DONE", answer: `2 files, 1 no longer there, ${words}` }]);
    expect(await log("RETURN_LIST")).toMatchObject([{ summary: "List of 2 files, 1 no longer there", error: words }]);
  });

  test("[DHP5] a list of which no name can be kept fails its command and removes nothing", async () => {
    const { device, files, commands, requestList } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    const messageId = await requestList();

    const list = '<root><file name="a/../b.osfz"/><file name="c\\d.osfz"/></root>';
    const answered = await device.contact("RETURN_LIST", list, { messageId });

    expect(answered.status).toBe(204);
    expect(await files()).toMatchObject([{ name: path("100000"), storageStatus: 0 }]);
    const answer = '2 names cannot be kept: "a/../b.osfz", "c\\\\d.osfz"';
    expect(await commands()).toMatchObject([{ status: "FAILED", answer: expect.stringContaining(answer) }]);
  });

  test("[DHP4] one name that cannot be kept costs an ATTN none of the others", async () => {
    const { device, files, log } = await arrange();
    const texts = ["a/../b.osfz", path("100000")].map((name) => `<attention text="File=${name} Tag=preview"/>`);

    const answered = await device.contact("ATTN", `<root>${texts.join("")}</root>`);
    const refused = await device.contact("ATTN", attention("a/../b.osfz"));

    expect([answered.status, refused.status]).toEqual([204, 400]);
    expect(await files()).toMatchObject([{ name: path("100000") }]);
    expect(await log("ATTN")).toMatchObject([{}, { error: expect.stringContaining('"a/../b.osfz"') }]);
  });

  const random = (size: number) => Buffer.alloc(size, "\x07\xfe\r\n--");
  test.each([
    ["no multipart", "application/octet-stream", Buffer.from("bytes"), "multipart"],
    ["a multipart of a few other bytes", "multipart/form-data; boundary=x", random(900), "ended before"],
    ["a multipart of many other bytes", "multipart/form-data; boundary=x", random(5_000), "missing"],
    ["a multipart that ends in its header", "multipart/form-data; boundary=x", Buffer.from("--x\r\nA: b"), "before"],
  ])("[DHP5] a file that comes as %s fails its request, and can be asked for again", async (_, type, body, words) => {
    const { token, device, commands, files, request } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    await request(path("100000"));
    const messageId = messageIdOf(await device.contact("PING"));

    const answered = await app.rest.send("POST", `/device/status.php?F=RETURN_FILE&ID=${token}`, {
      headers: { "content-type": type, "content-description": `Message-ID: ${messageId}` },
      body,
    });

    expect(answered.status).toBe(204);
    expect(await commands()).toMatchObject([{ status: "FAILED", answer: expect.stringContaining(words) }]);
    expect(await files()).toMatchObject([{ storageStatus: 0 }]);
  });

  test.each([
    ["text as the body", "uid=0", { status: "DONE", answer: "uid=0" }, 204],
    ["nothing", "", { status: "DONE" }, 204],
    ["more than can be kept", "x".repeat(1024 * 1024 + 1), { status: "FAILED" }, 413],
  ] as const)("[DHP5] a script's answer that is %s closes the command", async (_, body, closed, status) => {
    const { id, token, device, commands } = await arrange();
    expectOk(await home.admin.post(`/api/devices/${id}/commands`, { type: "SCRIPT", text: "id" }));
    const messageId = messageIdOf(await device.contact("PING"));

    const answered = await app.rest.send("POST", `/device/status.php?F=RETURN_BASH&ID=${token}`, {
      headers: { "content-type": "text/plain", "content-description": `Message-ID: ${messageId}` },
      body: Buffer.from(body),
    });

    expect(answered.status).toBe(status);
    expect(await commands()).toMatchObject([{ attempts: 1, ...closed }]);
  });

  test.each(["<root/>", "<FileList></FileList>"])("[FILE2] %s is an empty list, and nothing is there", async (list) => {
    const { device, files, requestList } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    const messageId = await requestList();

    await device.contact("RETURN_LIST", list, { messageId });

    expect(await files()).toEqual([]);
  });

  test.each([
    ["text in a part", { data: "no such file" }, "no such file"],
    ["XML with other names", { data: '<fault code="7">disk</fault>' }, '<fault code="7">disk</fault>'],
    ["half an XML", { data: "<root><error text=" }, "<root><error text="],
    ["an error without words", { data: "<root><error/></root>" }, "<root><error/></root>"],
    ["text as the body", { body: "no such file", type: "text/plain" }, "no such file"],
    ["what curl -d sends", { body: "a=b", type: "application/x-www-form-urlencoded" }, "a=b"],
    ["a multipart that is none", { body: "oops", type: "multipart/form-data; boundary=x" }, "oops"],
    ["nothing", {}, ""],
    ["its own form", { data: '<root><error text="a &amp; b"/></root>' }, "a & b"],
  ] as const)("[DHP5] an error report that is %s closes the command, its text kept", async (_, sent, kept) => {
    const { token, device, commands, files, request } = await arrange();
    await device.contact("ATTN", attention(path("100000")));
    await request(path("100000"));
    const messageId = messageIdOf(await device.contact("PING"));

    const answered =
      "body" in sent
        ? await app.rest.send("POST", `/device/status.php?F=RETURN_ERROR&ID=${token}`, {
            headers: { "content-type": sent.type, "content-description": `Message-ID: ${messageId}` },
            body: Buffer.from(sent.body),
          })
        : await device.contact("RETURN_ERROR", "data" in sent ? sent.data : undefined, { messageId });

    expect(answered.status).toBe(204);
    expect(await commands()).toMatchObject([{ status: "FAILED", attempts: 1 }]);
    expect((await commands())[0]?.answer ?? "").toBe(kept);
    expect(await files()).toMatchObject([{ storageStatus: 0 }]);
  });
});

describe("who the device is", () => {
  const found = async (search: string) =>
    expectOk(await home.admin.get(`/api/tenants/${home.id}/devices?textSearch=${search}`)).json<{
      data: DeviceRecord[];
    }>().data;

  test("[DHP4] serial number and firmware of a PING are in the device record and found by search", async () => {
    const { id, device } = await arrange();

    await device.contact("PING", '<root><device serialNumber="SN-4711" firmwareVersion="1.0"/></root>');
    await device.contact("PING", '<root><device serialNumber="SN-4711" firmwareVersion="1.1"/></root>');

    expect(await found("sn-4711")).toMatchObject([{ id: { id }, serialNumber: "SN-4711", firmwareVersion: "1.1" }]);
  });

  test("[DHP4] so are those among client attributes, and what a user wrote gives way to them", async () => {
    const record = await app.device(home, { label: "kept", serialNumber: "typed" });
    const id = record.id.id;
    const { credentialsId } = (await home.admin.get(`/api/device/${id}/credentials`)).json<{
      credentialsId: string;
    }>();
    await using device = await connectMqttJs(app, credentialsId);

    const values = JSON.stringify({ "serial-number": 880_099_011, fw_version: "7" });
    await device.client.publishAsync("v1/devices/me/attributes", values, { qos: 1 });

    expect(await found("880099011")).toMatchObject([
      { id: { id }, name: record.name, label: "kept", serialNumber: "880099011", firmwareVersion: "7" },
    ]);
    expect(await found("typed")).toEqual([]);
  });
});

describe("bodies that are refused", () => {
  /** Sends the head of a request only, and returns what comes back until the other side is done with its answer. */
  async function headOnly(head: readonly string[]): Promise<string> {
    const socket = connect(app.node.httpPort, "127.0.0.1");
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    socket.end();
    return first.toString("utf8") + (await text(socket).catch(() => ""));
  }

  const tooLarge = fileLimit + 50_000;

  test.each(["", "Expect: 100-continue"])(
    "[API7] an UPLOAD too large is 413 before its body comes: %s",
    async (expects) => {
      const { token } = await arrange();

      const answer = await headOnly([
        `POST /device/status.php?F=UPLOAD&ID=${token} HTTP/1.1`,
        "Host: x",
        "Content-Type: multipart/form-data; boundary=b",
        `Content-Length: ${tooLarge}`,
        ...(expects ? [expects] : []),
      ]);

      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  test("[API7] an UPLOAD just too large is 413 when the head of its part has come", async () => {
    const { token } = await arrange();
    const head = multipart("b", "", "a.bin").subarray(0, -"\r\n--b--\r\n".length);
    const size = head.length + fileLimit + 1 + "\r\n--b--\r\n".length;

    const answer = await headOnly([
      `POST /device/status.php?F=UPLOAD&ID=${token} HTTP/1.1`,
      "Host: x",
      "Content-Type: multipart/form-data; boundary=b",
      `Content-Length: ${size}`,
      "",
      head.toString("latin1").trimEnd(),
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("[API7] a file of the largest size is kept", async () => {
    const { device, files } = await arrange();

    expect((await device.contact("UPLOAD", Buffer.alloc(fileLimit), { fileName: "a.bin" })).status).toBe(204);

    expect(await files()).toHaveLength(1);
  });

  test.each(["", "Expect: 100-continue"])(
    "[API7] a user's upload too large is 413 before it comes: %s",
    async (expects) => {
      const { id } = await arrange();
      const { token } = await app.tokens("admin");

      const answer = await headOnly([
        `POST /api/devices/${id}/data-files?name=a HTTP/1.1`,
        "Host: x",
        `X-Authorization: Bearer ${token}`,
        `Content-Length: ${tooLarge}`,
        ...(expects ? [expects] : []),
      ]);

      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  test("[API7] who expects 100-continue is told to go on when the body is wanted", async () => {
    const { token } = await arrange();

    const answer = await headOnly([
      `POST /device/status.php?F=UPLOAD&ID=${token} HTTP/1.1`,
      "Host: x",
      "Content-Type: multipart/form-data; boundary=b",
      "Content-Length: 1000",
      "Expect: 100-continue",
    ]);

    expect(answer).toMatch(/^HTTP\/1\.1 100 /);
  });

  test.each([
    ["POST", "/api/nowhere", 404],
    ["PUT", "/api/tenants", 405],
  ])("[API7] %s %s is %i, whatever the type of its body", async (method, url, status) => {
    const headers = { "content-type": "application/xml" };

    expect((await app.rest.send(method, url, { headers, body: Buffer.from("<x/>") })).status).toBe(status);
  });

  test.each(["text/plain", "text/plain; charset=utf-8", ""])("[API7] JSON sent as %j is JSON", async (type) => {
    const body = Buffer.from(JSON.stringify({ username: "admin", password: "wrong wrong" }));

    const answer = await app.rest.send("POST", "/api/auth/login", {
      headers: type ? { "content-type": type } : {},
      body,
    });

    expect(answer.status).toBe(401);
  });
});
