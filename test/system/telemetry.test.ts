import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { expectOk, type TestApp, type TestTenant } from "../support/app.ts";
import { sharedApp } from "../support/shared-app.ts";

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedApp();
  tenant = await app.tenant();
});
afterAll(() => app[Symbol.asyncDispose]());

const base = "/api/plugins/telemetry/DEVICE";
const newDevice = async () => (await app.device(tenant)).id.id;
const write = (id: string, body: unknown) => tenant.admin.post(`${base}/${id}/timeseries/ANY`, body);
const read = async (id: string, query = "") =>
  expectOk(await tenant.admin.get(`${base}/${id}/values/timeseries${query}`)).json<
    Record<string, { ts: number; value: unknown }[]>
  >();
const status = async (id: string, query: string) =>
  (await tenant.admin.get(`${base}/${id}/values/timeseries${query}`)).status;
const pointsOf = (samples: { ts: number; value: unknown }[] | undefined) =>
  samples?.map(({ ts, value }) => [ts, value]);

/** A device with the points 1…10 of key `n` at 1,000 … 10,000 ms. */
async function counting(): Promise<string> {
  const id = await newDevice();
  const points = Array.from({ length: 10 }, (_, i) => ({ ts: (i + 1) * 1_000, values: { n: i + 1 } }));
  expectOk(await write(id, points));
  return id;
}

test("[TEL1] without keys the latest value of every key is read, as text, whatever the times say", async () => {
  const id = await newDevice();
  expect(await read(id)).toEqual({});
  expectOk(
    await write(id, [
      { ts: 1_000, values: { t: 20, s: "on", b: true, j: { x: [1] } } },
      { ts: 500, values: { t: 1 } },
    ]),
  );

  const latest = {
    t: [{ ts: 1_000, value: "20" }],
    s: [{ ts: 1_000, value: "on" }],
    b: [{ ts: 1_000, value: "true" }],
    j: [{ ts: 1_000, value: '{"x":[1]}' }],
  };
  const now = Date.now();
  for (const query of ["", `?startTs=${now}&endTs=${now}`, "?startTs=0&endTs=1", "?startTs=9&endTs=1", "?startTs=9"]) {
    expect(await read(id, query), query).toEqual(latest);
  }
  expect(await read(id, "?useStrictDataTypes=true")).toMatchObject({ t: [{ value: 20 }], j: [{ value: { x: [1] } }] });
});

test("[TEL2] keys alone, or the same time twice, read the latest of those keys", async () => {
  const id = await counting();
  expectOk(await write(id, { ts: 1, values: { "a,b": 1, other: 2 } }));

  const latest = { n: [{ ts: 10_000, value: "10" }] };
  expect(await read(id, "?keys=n,absent")).toEqual(latest);
  expect(await read(id, "?keys=n&startTs=3&endTs=3&agg=AVG")).toEqual(latest);
  expect(await read(id, "?keys=n&key=a%2Cb")).toEqual({ ...latest, "a,b": [{ ts: 1, value: "1" }] });
});

test("[TEL2] a history includes its start, excludes its end, and is newest first unless asked otherwise", async () => {
  const id = await counting();

  expect(pointsOf((await read(id, "?keys=n&startTs=3000&endTs=6000"))["n"])).toEqual([
    [5_000, "5"],
    [4_000, "4"],
    [3_000, "3"],
  ]);
  const ascending = await read(id, "?keys=n,absent&startTs=3000&endTs=6000&orderBy=ASC&limit=2");
  expect(pointsOf(ascending["n"])).toEqual([
    [3_000, "3"],
    [4_000, "4"],
  ]);
  expect(Object.keys(ascending)).toEqual(["n"]);
  expect(await read(id, "?keys=n&startTs=20000&endTs=30000")).toEqual({});
});

test("[TEL2] a history has 100 points unless a limit says otherwise, and any number of them in either order", async () => {
  const id = await newDevice();
  const count = 20_000;
  const points = Array.from({ length: count }, (_, ts) => ({ ts, values: { n: ts } }));
  expectOk(await write(id, points));
  const range = `?keys=n&startTs=0&endTs=${count}&useStrictDataTypes=true`;

  expect((await read(id, range))["n"]).toHaveLength(100);
  const ascending = (await read(id, `${range}&limit=2147483647&orderBy=ASC`))["n"];
  expect(ascending).toEqual(points.map(({ ts, values }) => ({ ts, value: values.n })));
  const descending = (await read(id, `${range}&limit=${count - 1}`))["n"];
  expect(descending).toEqual(ascending?.toReversed().slice(0, -1));
});

test("[TEL2] buckets start at startTs, the last ends at endTs, empty ones are left out", async () => {
  const id = await counting();
  const buckets = async (query: string) =>
    pointsOf((await read(id, `?keys=n&orderBy=ASC&useStrictDataTypes=true&${query}`))["n"]);

  expect(await buckets("startTs=1500&endTs=9500&interval=3000&agg=AVG")).toEqual([
    [1_500, 3],
    [4_500, 6],
    [7_500, 8.5],
  ]);
  expect(await buckets("startTs=0&endTs=100000&interval=4000&agg=SUM")).toEqual([
    [0, 6],
    [4_000, 22],
    [8_000, 27],
  ]);
  expect(await buckets("startTs=0&endTs=10000&interval=10000&agg=COUNT")).toEqual([[0, 9]]);
  expect(await buckets("startTs=0&endTs=10001&interval=99999&agg=MIN")).toEqual([[0, 1]]);
  expect(await buckets("startTs=0&endTs=10001&interval=99999&agg=MAX&limit=1")).toEqual([[0, 10]]);
  expect(pointsOf((await read(id, "?keys=n&startTs=0&endTs=9000&interval=5000&agg=COUNT"))["n"])).toEqual([
    [5_000, "4"],
    [0, "4"],
  ]);
});

test("[TEL2] calendar buckets follow the clocks of a time zone through daylight saving", async () => {
  const id = await newDevice();
  const hour = 3_600_000;
  const start = Date.parse("2026-03-28T00:00:00+01:00");
  expectOk(
    await write(
      id,
      Array.from({ length: 72 }, (_, n) => ({ ts: start + n * hour, values: { h: 1 } })),
    ),
  );

  const query = `?keys=h&startTs=${start}&endTs=${start + 71 * hour}&agg=COUNT&interval=DAY&orderBy=ASC`;

  expect(pointsOf((await read(id, `${query}&timeZone=Europe/Berlin`))["h"])).toEqual([
    [start, "24"],
    [Date.parse("2026-03-29T00:00:00+01:00"), "23"],
    [Date.parse("2026-03-30T00:00:00+02:00"), "24"],
  ]);
  expect(pointsOf((await read(id, query))["h"])?.map(([, value]) => value)).toEqual(["1", "24", "24", "22"]);
  expect(await status(id, `${query}&timeZone=Mars/Base`)).toBe(400);
});

test("[TEL2] what contradicts itself is refused", async () => {
  const id = await counting();

  for (const query of [
    "startTs=2&endTs=1",
    "startTs=1",
    "endTs=1",
    "startTs=0&endTs=9&agg=AVG",
    "startTs=0&endTs=9&agg=AVG&interval=0",
    "startTs=0&endTs=9&agg=AVG&interval=-1",
    "startTs=0&endTs=9&agg=AVG&interval=YEAR",
    "startTs=0&endTs=9&agg=MEDIAN&interval=1",
    "startTs=0&endTs=100001&agg=AVG&interval=1",
    "startTs=0&endTs=9&limit=0",
    "startTs=0&endTs=9&limit=1.5",
    "startTs=0&endTs=9&orderBy=UP",
    "startTs=now&endTs=9",
    "startTs=0&endTs=9e15",
    "useStrictDataTypes=maybe",
  ]) {
    expect(await status(id, `?keys=n&${query}`), query).toBe(400);
  }
  expect(await status(id, "?keys=n&startTs=0&endTs=100000&agg=AVG&interval=1")).toBe(200);
});

test("[TEL3] integers keep every digit, doubles are the shortest text, keys are verbatim", async () => {
  const id = await newDevice();
  const body =
    '{"ts":1,"values":{"__proto__":9223372036854775807,"a.b/c d":0.1,"ü":1e21,"z":-0,"long":123456789012345678901234567890,"t":5e-324}}';

  expectOk(await write(id, body));

  const { text } = await tenant.admin.get(`${base}/${id}/values/timeseries?useStrictDataTypes=true`);
  for (const part of [
    '"__proto__":[{"ts":1,"value":9223372036854775807}]',
    '"a.b/c d":[{"ts":1,"value":0.1}]',
    '"ü":[{"ts":1,"value":1e+21}]',
    '"z":[{"ts":1,"value":-0}]',
    '"long":[{"ts":1,"value":123456789012345678901234567890}]',
    '"t":[{"ts":1,"value":5e-324}]',
  ]) {
    expect(text).toContain(part);
  }
  const { text: plain } = await tenant.admin.get(`${base}/${id}/values/timeseries?key=__proto__`);
  expect(plain).toBe('{"__proto__":[{"ts":1,"value":"9223372036854775807"}]}');
  expect((await tenant.admin.get(`${base}/${id}/keys/timeseries`)).json()).toEqual([
    "__proto__",
    "a.b/c d",
    "long",
    "t",
    "z",
    "ü",
  ]);
});

test("[TEL2] a sum beyond every double is still valid JSON", async () => {
  const id = await newDevice();
  expectOk(
    await write(
      id,
      [1, 2].map((ts) => ({ ts, values: { big: Number.MAX_VALUE } })),
    ),
  );

  const query = "?keys=big&startTs=0&endTs=9&interval=9&agg=SUM&useStrictDataTypes=true";

  expect(await read(id, query)).toEqual({ big: [{ ts: 0, value: "Infinity" }] });
});

test("[TEL2] the ends of time are times like any other", async () => {
  const id = await newDevice();
  const last = 8_640_000_000_000_000;
  expectOk(
    await write(
      id,
      [-last, last].map((ts) => ({ ts, values: { edge: 1 } })),
    ),
  );

  for (const interval of ["1", "DAY", "WEEK", "MONTH"]) {
    for (const timeZone of ["UTC", "America/New_York", "Pacific/Kiritimati"]) {
      const query = `keys=edge&agg=COUNT&interval=${interval}&timeZone=${timeZone}`;
      expect(await read(id, `?startTs=${-last}&endTs=${-last + 1}&${query}`), query).toEqual({
        edge: [{ ts: -last, value: "1" }],
      });
      expect(await read(id, `?startTs=${last - 1}&endTs=${last}&${query}`), query).toEqual({});
    }
  }
});

test("[MQ3][TEL5] a write takes every form of a telemetry message, whole or not at all", async () => {
  const id = await newDevice();
  const before = Date.now();

  expectOk(await write(id, { now: 1 }));
  expectOk(await write(id, [{ now2: 1 }, { ts: "5", values: { t: 1 } }, { ts: 5, values: { t: 2, skipped: null } }]));
  expectOk(await write(id, []));
  expectOk(await write(id, "{}"));
  for (const body of ["", "{", "1", '[{"a":1},2]', '{"ts":"x","values":{"a":1}}', '[{"fine":1},{"":1}]']) {
    expect((await write(id, body)).json(), body).toMatchObject({ status: 400, errorCode: 31 });
  }

  const latest = await read(id);
  expect(Object.keys(latest).sort()).toEqual(["now", "now2", "t"]);
  expect(latest["t"]).toEqual([{ ts: 5, value: "2" }]);
  expect(latest["now"]?.[0]?.ts).toBeGreaterThanOrEqual(before);
  expect(
    (await tenant.admin.post(`${base}/${id}/timeseries/ANY`, "a=1", { headers: { "content-type": "text/xml" } }))
      .status,
  ).toBe(415);
});

test("[DEV5] a written point makes its device active", async () => {
  const id = await newDevice();
  expect((await tenant.admin.get(`/api/device/${id}`)).json()).toMatchObject({ active: false, lastActivityTime: null });
  const before = Date.now();

  expectOk(await write(id, { a: 1 }));

  const { active, lastActivityTime } = (await tenant.admin.get(`/api/device/${id}`)).json<Record<string, unknown>>();
  expect(active).toBe(true);
  expect(Number(lastActivityTime)).toBeGreaterThanOrEqual(before);
  expect(Number(lastActivityTime)).toBeLessThanOrEqual(Date.now());
});

test("[TEL5] a deletion takes the named keys from start to before end; everything only when said so", async () => {
  const id = await counting();
  const remove = (query: string) => tenant.admin.delete(`${base}/${id}/timeseries?${query}`);
  const left = async () => (await read(id, "?keys=n&startTs=0&endTs=99999&orderBy=ASC"))["n"]?.map(({ ts }) => ts);

  for (const query of [
    "",
    "startTs=0&endTs=9",
    "keys=n",
    "keys=n&startTs=0",
    "keys=n&startTs=2&endTs=1",
    "keys=&startTs=0&endTs=9",
  ]) {
    expect((await remove(query)).status, query).toBe(400);
  }
  expectOk(await remove("keys=n,absent&startTs=2000&endTs=10000"));
  expect(await left()).toEqual([1_000, 10_000]);
  expectOk(await remove("keys=n&deleteAllDataForKeys=true"));
  expect(await read(id)).toEqual({});
});

test("[TEL5] an export holds every point, by key and time, and says beforehand how many", async () => {
  const id = await newDevice();
  const points = Array.from({ length: 9_000 }, (_, ts) => ({ ts, values: { n: ts, 'q"k,': ` "${ts}"\n` } }));
  expectOk(await write(id, points));
  const get = (query: string) => tenant.admin.get(`${base}/${id}/export/timeseries?${query}`);

  const csv = await get("");
  expect(csv.headers).toMatchObject({ "x-total-points": "18000", "x-total-keys": "2" });
  expect(csv.headers["content-type"]).toMatch(/^text\/csv/);
  expect(csv.text.startsWith("key,ts,value\r\nn,0,0\r\nn,1,1\r\n")).toBe(true);
  expect(csv.text.endsWith('"q""k,",8999," ""8999""\n"\r\n')).toBe(true);
  expect(csv.text.split("\r\n")).toHaveLength(18_002);

  const jsonl = await get("format=jsonl&keys=n&startTs=10&endTs=20");
  expect(jsonl.headers["x-total-points"]).toBe("10");
  expect(
    jsonl.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(Array.from({ length: 10 }, (_, n) => ({ key: "n", ts: n + 10, value: n + 10 })));
  expect((await get("keys=absent")).text).toBe("key,ts,value\r\n");
  expect((await get("format=jsonl&keys=absent")).text).toBe("");
  expect((await get("format=xml")).status).toBe(400);
  expect((await get("startTs=2&endTs=1")).status).toBe(400);
});

test("[TEL5][API12] a wide export has a line for each moment and a column for each channel; no text in it is a formula", async () => {
  const id = await newDevice();
  expectOk(
    await write(id, [
      { ts: 0, values: { a: -1.5, "=b": "=1+1" } },
      { ts: 5, values: { a: 2n.toString(), "c,d": true } },
    ]),
  );
  expectOk(await write(id, { ts: 7, values: { "=b": "x" } }));
  const get = (query: string) => tenant.admin.get(`${base}/${id}/export/timeseries?layout=wide&${query}`);

  const csv = await get("times=iso");
  expect(csv.text.split("\r\n")).toEqual([
    `time,'=b,a,"c,d"`,
    "1970-01-01T00:00:00.000Z,'=1+1,-1.5,",
    "1970-01-01T00:00:00.005Z,,2,true",
    "1970-01-01T00:00:00.007Z,x,,",
    "",
  ]);
  expect(csv.headers).toMatchObject({ "x-total-points": "5", "x-total-keys": "3" });
  expect(csv.headers["content-disposition"]).toMatch(
    new RegExp(`^attachment; filename="telemetry-${id}.csv"; filename\\*=UTF-8''.+%20telemetry\\.csv$`),
  );
  expect((await get("key=a&key=%3Db&escape=none&startTs=0&endTs=7")).text).toBe("time,a,=b\r\n0,-1.5,=1+1\r\n5,2,\r\n");
  expect((await get("format=jsonl&key=a&key=c,d&startTs=5&endTs=7")).text).toBe(
    '{"ts":5,"values":{"a":"2","c,d":true}}\n',
  );
  expect((await get("keys=absent")).text).toBe("time,absent\r\n");
  const many = Array.from({ length: 501 }, (_, n) => `key=k${n}`).join("&");
  expect((await get(many)).json()).toMatchObject({ status: 400, message: expect.stringContaining("501 channels") });
});

test("[API3][AUTH5] another tenant's device is not there, and a viewer reads but does not write", async () => {
  const id = await counting();
  const other = await app.tenant();
  const name = `viewer-${randomUUID()}`;
  await app.user(tenant.admin, tenant.id, name, "VIEWER");
  const viewer = await app.login(name);
  const paths = ["values/timeseries", "keys/timeseries", "export/timeseries"];

  for (const path of paths) {
    expect((await other.admin.get(`${base}/${id}/${path}`)).status).toBe(404);
    expect((await viewer.get(`${base}/${id}/${path}`)).status).toBe(200);
    expect((await app.rest.get(`${base}/${id}/${path}`)).status).toBe(401);
  }
  expect((await other.admin.post(`${base}/${id}/timeseries/ANY`, { a: 1 })).status).toBe(404);
  expect((await other.admin.delete(`${base}/${id}/timeseries?keys=n&deleteAllDataForKeys=true`)).status).toBe(404);
  expect((await viewer.post(`${base}/${id}/timeseries/ANY`, { a: 1 })).status).toBe(403);
  expect((await viewer.delete(`${base}/${id}/timeseries?keys=n&startTs=0&endTs=9`)).status).toBe(403);
});

test("[REL3] whatever a caller asks or sends, the answer is a result or a refusal", async () => {
  const id = await counting();
  const time = fc.oneof(
    fc.constantFrom("0", "-1", "8640000000000000", "-8640000000000000", "8640000000000001", "1e3", "", "x", "NaN"),
    fc.integer().map(String),
  );
  const text = fc.string({ unit: anyCharacter, maxLength: 12 }).map((value) => value.toWellFormed());
  const query = fc.record(
    {
      keys: fc.oneof(fc.constantFrom("n", "n,", "__proto__", ","), text),
      key: fc.oneof(fc.constantFrom("n", "constructor"), text),
      startTs: time,
      endTs: time,
      agg: fc.constantFrom("NONE", "MIN", "MAX", "AVG", "SUM", "COUNT", "X"),
      interval: fc.oneof(fc.constantFrom("DAY", "WEEK", "MONTH", "0", "999999999999999"), time),
      timeZone: fc.oneof(fc.constantFrom("UTC", "America/New_York", "+14:00", "-12:00", "Europe/Berlin"), text),
      limit: time,
      orderBy: fc.constantFrom("ASC", "DESC", "asc"),
      useStrictDataTypes: fc.constantFrom("true", "false", "1"),
      format: fc.constantFrom("csv", "jsonl", "x"),
      deleteAllDataForKeys: fc.constantFrom("true", "no"),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.json(),
    fc.json().map((json) => `{"ts":1,"values":${json}}`),
    fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
  );

  await fc.assert(
    fc.asyncProperty(query, body, async (parameters, payload) => {
      const search = new URLSearchParams(Object.entries(parameters) as [string, string][]);
      const answers = [
        await tenant.admin.get(`${base}/${id}/values/timeseries?${search}`),
        await tenant.admin.get(`${base}/${id}/export/timeseries?${search}`),
        await tenant.admin.delete(`${base}/${id}/timeseries?${search}`),
        await write(id, payload),
      ];
      return answers.every(({ status }) => status < 500);
    }),
    { numRuns: 150 },
  );
}, 120_000);
