import { createHash, randomBytes } from "node:crypto";
import type { CommandRecord, DeviceRecord, FileRecord } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOk, type TestApp, type TestTenant } from "../support/app.ts";
import { HttpDevice, messageIdOf } from "../support/device-http.ts";
import type { RestResponse } from "../support/rest-client.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let home: TestTenant;
let foreign: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  home = await app.tenant();
  foreign = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const name = "/sde/preview/20220629/20220629_115750.osfz";
const attention = (file = name, tag = "preview") => `<root><attention text="File=${file} Tag=${tag}"/></root>`;
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function arrange(tenant = home) {
  const record: DeviceRecord = await app.device(tenant);
  const id = record.id.id;
  const { credentialsId: token } = (await tenant.admin.get(`/api/device/${id}/credentials`)).json<{
    credentialsId: string;
  }>();
  const device = new HttpDevice(app.node.httpPort, token);
  const files = async (query = "includeRemote=true") =>
    expectOk(await tenant.admin.get(`/api/devices/${id}/data-files/original?${query}`)).json<{ data: FileRecord[] }>()
      .data;
  const statuses = async () => Object.fromEntries((await files()).map((file) => [file.name, file.storageStatus]));
  const request = async (...names: string[]) =>
    expectOk(await tenant.admin.post(`/api/devices/${id}/request-files`, { names })).json<CommandRecord[]>();
  const requestList = async (body: object) => tenant.admin.post(`/api/devices/${id}/request-list`, body);
  const upload = (fileName: string, content: Uint8Array, tag?: string) =>
    tenant.admin.post(
      `/api/devices/${id}/data-files?name=${encodeURIComponent(fileName)}${tag ? `&tag=${tag}` : ""}`,
      content,
      { headers: { "content-type": "application/octet-stream" } },
    );
  const token1 = (...names: string[]): Promise<RestResponse> =>
    tenant.admin.post(`/api/device/${id}/data-files/CLIENT_SCOPE/download`, names);
  const download = async (names: string[], headers: Record<string, string> = {}) => {
    const { text } = expectOk(await token1(...names));
    return app.rest.get(`/api/device/${id}/data-files/CLIENT_SCOPE/token/${text}`, { headers });
  };
  return { id, token, device, files, statuses, request, requestList, upload, token1, download, admin: tenant.admin };
}

describe("a logger's files", () => {
  test("[FILE2] are announced, requested, delivered, deleted, and announced again", async () => {
    const { device, statuses, request, download, admin, id } = await arrange();
    const content = randomBytes(300_000);

    expect((await device.contact("ATTN", attention())).status).toBe(204);
    expect(await statuses()).toEqual({ [name]: 0 });

    const [command] = await request(name);
    expect(command).toMatchObject({ type: "REQUEST_FILE", status: "QUEUED", parameters: { name, tag: "preview" } });
    expect(await statuses()).toEqual({ [name]: 1 });

    const task = await device.contact("PING");
    expect(task.status).toBe(200);
    expect(task.headers["content-type"]).toBe("application/om-request-file");
    expect(task.headers["content-description"]).toBe(`Message-ID: ${command?.messageId}`);
    expect(task.text).toBe(`<root><file name="${name}" tag="preview"/></root>`);

    const answer = { messageId: messageIdOf(task), fileName: "whatever.bin" };
    expect((await device.contact("RETURN_FILE", content, answer)).status).toBe(204);
    expect(await statuses()).toEqual({ [name]: 3 });
    expect((await download([name])).bytes).toEqual(content);
    const commands = (await admin.get(`/api/devices/${id}/commands`)).json<{ data: CommandRecord[] }>().data;
    expect(commands).toMatchObject([{ status: "DONE", attempts: 1 }]);

    expect((await admin.delete(`/api/devices/${id}/data-files?name=${encodeURIComponent(name)}`)).status).toBe(200);
    expect(await statuses()).toEqual({ [name]: 0 });
    expect((await admin.delete(`/api/devices/${id}/data-files?name=${encodeURIComponent(name)}`)).status).toBe(404);
  });

  test("[FILE2, FILE3] uploaded without being asked for are held, with their facts", async () => {
    const { device, files } = await arrange();
    const content = randomBytes(1_000);

    await device.contact("UPLOAD", content, { fileName: "C:\\data\\20220629_115750.osfz", tag: "raw" });

    expect(await files("")).toMatchObject([
      {
        name: "20220629_115750.osfz",
        tag: "raw",
        startTime: Date.UTC(2022, 5, 29, 11, 57, 50),
        size: 1_000,
        storageStatus: 3,
        sha256: sha256(content),
      },
    ]);
  });

  test("[DHP3] an upload is the one awaited file of its base name, else a new one", async () => {
    const { device, statuses } = await arrange();
    await device.contact("ATTN", attention("/a/one.osfz"));
    await device.contact("ATTN", attention("/a/two.osfz"));
    await device.contact("ATTN", attention("/b/two.osfz"));

    await device.contact("UPLOAD", "1", { fileName: "one.osfz" });
    await device.contact("UPLOAD", "2", { fileName: "two.osfz" });

    expect(await statuses()).toEqual({ "/a/one.osfz": 3, "/a/two.osfz": 0, "/b/two.osfz": 0, "two.osfz": 3 });
  });

  test("[FILE2] a request that ends without the file lets it go back: error and cancel", async () => {
    const { device, statuses, request, admin, id } = await arrange();
    await device.contact("ATTN", attention("/a"));
    await device.contact("ATTN", attention("/b"));
    const [first, second] = await request("/a", "/b");
    expect(await statuses()).toEqual({ "/a": 1, "/b": 1 });

    const task = await device.contact("PING");
    const answer = { messageId: messageIdOf(task) };
    const error = '<root><error text="no such file &amp; more"/></root>';
    expect((await device.contact("RETURN_ERROR", error, answer)).headers["content-type"]).toBe(
      "application/om-request-file", // the next task comes with any answer
    );
    expect(await statuses()).toEqual({ "/a": 0, "/b": 1 });
    expect((await admin.delete(`/api/devices/${id}/commands/${second?.id.id}`)).status).toBe(200);

    expect(await statuses()).toEqual({ "/a": 0, "/b": 0 });
    const commands = (await admin.get(`/api/devices/${id}/commands`)).json<{ data: CommandRecord[] }>().data;
    expect(commands.find((command) => command.id.id === first?.id.id)).toMatchObject({
      status: "FAILED",
      answer: "no such file & more",
    });
  });

  test("[DHP3] an answer of another kind than was asked for is logged and accepted, and closes nothing", async () => {
    const { device, statuses, request, admin, id } = await arrange();
    await device.contact("ATTN", attention("/a"));
    await request("/a");
    const answers = { messageId: messageIdOf(await device.contact("PING")) };

    const contacts = [
      await device.contact("RETURN_LIST", '<root><file name="/b" tag="t"/></root>', answers),
      await device.contact("RETURN_SCPI", "ACME", answers),
      await device.contact("RETURN_BASH", "done", answers),
    ];

    expect(contacts.map(({ status }) => status)).toEqual([204, 204, 204]);
    const open = (await admin.get(`/api/devices/${id}/commands`)).json<{ data: CommandRecord[] }>().data;
    expect(open).toMatchObject([{ type: "REQUEST_FILE", status: "SENT", answer: null }]);
    expect(await statuses()).toEqual({ "/a": 1, "/b": 0 });
    await device.contact("RETURN_FILE", "bytes", { ...answers, fileName: "a" });
    expect(await statuses()).toEqual({ "/a": 3, "/b": 0 });
  });

  test("[DHP3] a file with an unknown or finished message id is accepted and kept, and the log has its number", async () => {
    const { device, files, request, admin, id } = await arrange();
    await device.contact("ATTN", attention("/a/one.bin"));
    await request("/a/one.bin");
    const messageId = messageIdOf(await device.contact("PING"));
    await device.contact("RETURN_FILE", "first", { messageId, fileName: "x" });

    const again = await device.contact("RETURN_FILE", "second", { messageId, fileName: "x" });
    const unknown = await device.contact("RETURN_FILE", "stray", {
      messageId: 99_999,
      fileName: "late.bin",
      tag: "raw",
    });

    expect([again.status, unknown.status]).toEqual([204, 204]);
    const held = (await files()).map(({ name: itsName, tag, sha256: hash, storageStatus }) => ({
      ...{ name: itsName, tag, hash, storageStatus },
    }));
    expect(held).toEqual(
      expect.arrayContaining([
        { name: "/a/one.bin", tag: "preview", hash: sha256(Buffer.from("second")), storageStatus: 3 },
        { name: "late.bin", tag: "raw", hash: sha256(Buffer.from("stray")), storageStatus: 3 },
      ]),
    );
    expect(held).toHaveLength(2);
    const log = await admin.get(
      `/api/devices/${id}/communication/data?startTime=0&endTime=9000000000000&limit=100&page=0&kind=RETURN_FILE`,
    );
    const entries = log.json<{ data: { messageId: number; error: null }[] }>().data;
    expect(entries.map((entry) => [entry.messageId, entry.error])).toEqual([
      [99_999, null],
      [messageId, null],
      [messageId, null],
    ]);
  });

  test.each([
    [{ endTime: "2022-06-30" }, "startTime"],
    [{ startTime: "2022-06-29" }, "endTime"],
    [{ startTime: "yesterday", endTime: "2022-06-30" }, "startTime"],
    [{ startTime: "2022-06-29", endTime: "2022-06-31T00:00:00Z" }, "endTime"],
    [{ startTime: 1_656_503_870_000, endTime: "2022-06-30" }, "startTime"],
    [{ startTime: "2022-06-30T00:00:00Z", endTime: "2022-06-30T00:30:00+01:00" }, "endTime"],
    [{ startTime: "2022-06-29", endTime: "2022-06-30", tag: "a\nb" }, "tag"],
  ])("[CMD1] %j is refused, and the message names what is wrong", async (body, field) => {
    const { requestList, admin, id } = await arrange();

    const refused = await requestList(body);

    expect(refused.json()).toMatchObject({ status: 400, errorCode: 31, message: expect.stringContaining(field) });
    expect((await admin.get(`/api/devices/${id}/commands`)).json()).toMatchObject({ totalElements: 0 });
  });

  test("[CMD3] asking twice for a file that waits is one command; [FILE2] a name never announced is 404", async () => {
    const { device, request, admin, id } = await arrange();
    await device.contact("ATTN", attention("/a"));

    const [first] = await request("/a");
    const [second] = await request("/a");

    expect(second?.id).toEqual(first?.id);
    const unknown = await admin.post(`/api/devices/${id}/request-files`, { names: ["/a", "/nowhere"] });
    expect(unknown.json()).toMatchObject({ status: 404, errorCode: 32, message: expect.stringContaining("/nowhere") });
  });

  test("[FILE2, CMD1] a list names files, and takes away what it should have named", async () => {
    const { device, statuses, requestList } = await arrange();
    const at = (time: string, tag = "preview") => `/sde/${tag}/20220629/20220629_${time}.osfz`;
    for (const time of ["100000", "110000", "130000"]) await device.contact("ATTN", attention(at(time)));
    await device.contact("UPLOAD", "x", { fileName: "20220629_113000.osfz" });
    await device.contact("ATTN", attention(at("113000", "raw"), "raw"));
    const range = { startTime: "2022-06-29T12:30:00+02:00", endTime: "2022-06-29T12:00:00" };

    const queued = await requestList(range);
    const task = await device.contact("PING");

    expect(queued.status).toBe(202);
    expect(queued.json()).toMatchObject({ type: "LIST_FILES", status: "QUEUED", parameters: { tag: "preview" } });
    expect(task.headers["content-type"]).toBe("application/om-request-list");
    expect(task.text).toBe(
      '<root><list startTime="2022-06-29T10:30:00.000Z" endTime="2022-06-29T12:00:00.000Z" tag="preview"/></root>',
    );
    const list =
      `<root><file name="${at("114500")}" tag="preview" size="77" startTime="2022-06-29T11:45:00Z" ` +
      'endTime="2022-06-29T11:46:00Z"/></root>';
    expect((await device.contact("RETURN_LIST", list, { messageId: messageIdOf(task) })).status).toBe(204);

    expect(await statuses()).toEqual({
      [at("100000")]: 0, // before the range
      [at("114500")]: 0, // named
      [at("130000")]: 0, // behind it
      [at("113000", "raw")]: 0, // another tag
      "20220629_113000.osfz": 2, // covered and not named: no longer on the device
      // 11:00 was covered and not named: gone
    });
  });

  test("[FILE2] a list with an unknown message id removes nothing; a FileList document is understood", async () => {
    const { device, files } = await arrange();
    await device.contact("ATTN", attention("/sde/preview/20220629/20220629_110000.osfz"));
    const list =
      '<FileList deviceId="x"><GeoLogFile><Name>/a&amp;b</Name><Tag>t</Tag><StartTime>1656503870</StartTime>' +
      "<EndTime>1656503880</EndTime><Size>12</Size><StorageStatus>0</StorageStatus></GeoLogFile></FileList>";

    expect((await device.contact("RETURN_LIST", list, { messageId: 99_999 })).status).toBe(204);

    expect(await files()).toMatchObject([
      { name: "/sde/preview/20220629/20220629_110000.osfz", storageStatus: 0 },
      { name: "/a&b", tag: "t", startTime: 1_656_503_870_000, endTime: 1_656_503_880_000, size: 12 },
    ]);
  });

  test("[FILE1, FILE2] a user's upload is on the server only; the newest received of a name is meant", async () => {
    const { upload, files, download } = await arrange();

    const first = await upload("report.txt", Buffer.from("first"), "a");
    await upload("report.txt", Buffer.from("second"), "b");

    expect(first.status).toBe(201);
    expect(first.json()).toMatchObject({ name: "report.txt", tag: "a", storageStatus: 2, processing: "NONE", size: 5 });
    expect((await download(["report.txt"])).text).toBe("second");
    expect(await files()).toHaveLength(2);
    await upload("report.txt", Buffer.from("third"), "a");
    expect((await download(["report.txt"])).text).toBe("third");
  });

  test.each(["../../x", "a/../b", "a\\b", "", "a\u0000b", "dir/", "\ud800"])(
    "[FILE1] %j cannot be a name",
    async (bad) => {
      const { admin, id } = await arrange();
      const encoded = Buffer.from(bad)
        .toString("latin1")
        .replace(/[^\w.]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`);

      const response = await admin.post(`/api/devices/${id}/data-files?name=${encoded}`, "x");

      if (bad === "\ud800")
        expect(response.status).toBe(201); // on the way it became U+FFFD, which is a character
      else expect(response.json()).toMatchObject({ status: 400, errorCode: 31 });
    },
  );
});

describe("downloads", () => {
  test("[FILE5] step 1 is a bare token as text, step 2 needs nothing else", async () => {
    const { upload, token1, id } = await arrange();
    await upload("/sde/ä b.osfz", Buffer.from("0123456789"));

    const step1 = await token1("/sde/ä b.osfz");
    const path = `/api/device/${id}/data-files/CLIENT_SCOPE/token/${step1.text}`;
    const step2 = await app.rest.get(path);

    expect(step1.headers["content-type"]).toMatch(/^text\/plain/);
    expect(step1.text).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(step2.text).toBe("0123456789");
    expect(step2.headers).toMatchObject({
      "content-length": "10",
      "content-disposition": `attachment; filename="_ b.osfz"; filename*=UTF-8''%C3%A4%20b.osfz`,
      etag: `"${sha256(Buffer.from("0123456789"))}"`,
      "accept-ranges": "bytes",
    });
    expect(step2.headers["content-encoding"]).toBeUndefined();
    const part = await app.rest.get(path, { headers: { range: "bytes=3-5" } });
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "345", "bytes 3-5/10"]);
    const etag = String(step2.headers.etag);
    const stale = await app.rest.get(path, { headers: { range: "bytes=3-5", "if-range": '"other"' } });
    expect([stale.status, stale.text]).toEqual([200, "0123456789"]);
    expect((await app.rest.get(path, { headers: { range: "bytes=3-5", "if-range": etag } })).status).toBe(206);
    expect((await app.rest.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const behind = await app.rest.get(path, { headers: { range: "bytes=10-" } });
    expect([behind.status, behind.headers["content-range"]]).toEqual([416, "bytes */10"]);
    const head = await app.rest.send("HEAD", path);
    expect([head.status, head.headers["content-length"], head.text]).toEqual([200, "10", ""]);
  });

  test("[FILE5] what is not a list of known names is refused, and says which", async () => {
    const { upload, admin, id, token1 } = await arrange();
    await upload("here", Buffer.from("x"));
    const path = `/api/device/${id}/data-files/CLIENT_SCOPE/download`;

    for (const body of [[], {}, "text", [1], [""]]) {
      expect(
        (await admin.post(path, JSON.stringify(body), { headers: { "content-type": "application/json" } })).status,
      ).toBe(400);
    }
    expect((await token1("here", "not here")).json()).toMatchObject({
      status: 404,
      errorCode: 32,
      message: expect.stringContaining("not here"),
    });
  });

  test("[FILE5] a token is of one device, and of nobody it was not given to", async () => {
    const { upload, token1, id } = await arrange();
    const other = await arrange();
    await upload("x", Buffer.from("x"));
    const { text } = await token1("x");
    const path = (device: string, token: string) => `/api/device/${device}/data-files/CLIENT_SCOPE/token/${token}`;

    expect((await app.rest.get(path(id, text))).status).toBe(200);
    expect((await app.rest.get(path(other.id, text))).json()).toMatchObject({ status: 404, errorCode: 32 });
    expect((await app.rest.get(path(id, `${text}x`))).json()).toMatchObject({ status: 404, errorCode: 32 });
    const theirs = await foreign.admin.post(`/api/device/${id}/data-files/CLIENT_SCOPE/download`, ["x"]);
    expect(theirs.json()).toMatchObject({ status: 404, errorCode: 32 });
  });
});

describe("the XML list", () => {
  const accept = "text/html,application/json,application/xhtml+xml,application/xml;q=0.9";
  const path = (token: string, from = 0, to = 2_000_000_000) =>
    `/API/filelist/list/deviceid/${token}/StartTime/${from}/${to}`;

  test("[FILE4] has every file with its status, times in seconds", async () => {
    const { device, token, admin, request, upload } = await arrange();
    await device.contact("ATTN", attention("/sde/preview/20220629/20220629_100000.osfz"));
    await device.contact(
      "ATTN",
      attention('/a <&"> b/20220629_110000.osfz'.replace("&", "&amp;").replace("<", "&lt;").replaceAll('"', "&quot;")),
    );
    await request("/sde/preview/20220629/20220629_100000.osfz");
    await upload("20220629_120000.osfz", Buffer.from("123"));

    const list = await admin.get(path(token), { headers: { accept } });

    expect(list.status).toBe(200);
    expect(list.headers["content-type"]).toBe("application/xml; charset=utf-8");
    const file = (fileName: string, time: string, size: string, status: number) => {
      const seconds = Date.parse(`2022-06-29T${time}Z`) / 1_000;
      return (
        `<GeoLogFile><Name>${fileName}</Name><Tag>preview</Tag><StartTime>${seconds}</StartTime>` +
        `<EndTime>${seconds}</EndTime><Size>${size}</Size><StorageStatus>${status}</StorageStatus></GeoLogFile>\n`
      );
    };
    expect(list.text).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<FileList deviceId="${token}">\n` +
        file("/sde/preview/20220629/20220629_100000.osfz", "10:00:00", "", 1) +
        file("/a &lt;&amp;&quot;&gt; b/20220629_110000.osfz", "11:00:00", "", 0) +
        file("20220629_120000.osfz", "12:00:00", "3", 2) +
        "</FileList>\n",
    );
  });

  test("[FILE4, API6] refuses what it should, and nothing else", async () => {
    const { token, admin } = await arrange();
    const status = async (...args: Parameters<typeof admin.get>) => {
      const response = await admin.get(...args);
      return [response.status, response.status === 200 ? 0 : response.json<{ errorCode: number }>().errorCode];
    };

    expect(await status(path(token), { headers: { accept: "application/json" } })).toEqual([406, 31]);
    expect(await status(path(token), { headers: { accept: "*/*" } })).toEqual([200, 0]);
    expect(await status(path(token))).toEqual([200, 0]);
    expect(await status(path("no-such-token"))).toEqual([404, 32]);
    expect(await status(path(token, 10, 9))).toEqual([400, 31]);
    expect(await status(path(token).replace("/0/", "/x/"))).toEqual([400, 31]);
    expect((await foreign.admin.get(path(token))).status).toBe(404);
    expect((await app.rest.get(path(token))).status).toBe(401);
  });
});
