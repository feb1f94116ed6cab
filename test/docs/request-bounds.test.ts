import {
  ApiKeyRequest,
  CommunicationQuery,
  DeleteDevicesJob,
  DeviceGroupInput,
  DeviceMove,
  MoveDevicesJob,
  routes,
  SendCommandJob,
  TenantLimitsRecord,
  TenantSettingsRecord,
} from "@heliograph/contract";
import { expect, test } from "vitest";
import { bodyValidator, textValidator } from "../../server/src/kernel/schema-validators.ts";
import { readConfig } from "../../server/src/settings/config.ts";

type Json = Readonly<Record<string, unknown>>;

/** Where in a schema there are integers that a database or a date may not hold. */
function boundless(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, maximum, enum: known } = schema as Json;
  const isOpen = type === "integer" && known === undefined && !(Number(maximum) <= Number.MAX_SAFE_INTEGER);
  const below = Object.entries(schema).flatMap(([key, part]) => boundless(part, `${path}.${key}`));
  return isOpen ? [path, ...below] : below;
}

test("[API7] every integer that a request can bring has a largest value", () => {
  const open = Object.values(routes).flatMap((ofSubject) =>
    Object.entries(ofSubject as Record<string, Json>).flatMap(([name, { body, query }]) => [
      ...boundless(body, `${name}.body`),
      ...boundless(query, `${name}.query`),
    ]),
  );
  expect(open).toEqual([]);
});

const refusal = (checked: object) =>
  "error" in checked && checked.error instanceof Error ? checked.error.message : "";

test("[AUTH10] an API key ends at a moment that a date can name", () => {
  const check = bodyValidator(ApiKeyRequest);
  const ending = (expiresTime: number) => refusal(check({ name: "a", permissions: ["VIEW_DEVICES"], expiresTime }));

  expect(ending(8_640_000_000_000_000)).toBe("");
  for (const beyond of [8_640_000_000_000_001, 2 ** 53 + 2, 1e20, Number.POSITIVE_INFINITY])
    expect(ending(beyond)).toMatch(/^expiresTime must be/);
});

test("[COM1] the log is asked for times that a date can name", () => {
  const check = textValidator(CommunicationQuery);
  const until = (endTime: string) => refusal(check({ startTime: "0", endTime, page: "0", limit: "1" }));

  expect(until("1794787200000")).toBe("");
  for (const beyond of ["9223372036854775808", "1e20", "1e300", "1e999"])
    expect(until(beyond)).toMatch(/^endTime must be/);
});

test("[API7] a misspelt filter, limit or project is refused by name, it gives no more than was meant", () => {
  const move = { projectId: null, filter: { textsearch: "a" } };
  const key = { name: "a", permissions: ["VIEW_DEVICES"], projectId: { id: "x" } };

  expect(refusal(bodyValidator(DeviceMove)(move))).toBe("filter must not have textsearch");
  expect(refusal(bodyValidator(DeviceMove)({ projectId: null, filters: {} }))).toBe("body must not have filters");
  expect(refusal(bodyValidator(ApiKeyRequest)(key))).toBe("body must not have projectId");
  expect(refusal(bodyValidator(TenantLimitsRecord)({ Devices: 5 }))).toBe("body must not have Devices");
});

test("[API7] no job takes a filter with a field that is none, or that says nothing", () => {
  const command = { type: "SCRIPT", script: "a" };
  const jobs = [
    [MoveDevicesJob, { projectId: null }],
    [DeleteDevicesJob, {}],
    [SendCommandJob, { command }],
  ] as const;

  for (const [schema, rest] of jobs) {
    const check = (choice: object) => refusal(bodyValidator(schema)({ ...rest, ...choice }));
    expect(check({ filter: { texSearch: "o1" } })).toBe("filter must not have texSearch");
    expect(check({ filter: { deviceType: "nope" } })).toBe("filter must not have deviceType");
    expect(check({ filter: { textSearch: "" } })).toMatch(/^filter.textSearch must /);
    expect(check({ filter: { type: "" } })).toMatch(/^filter.type must /);
    expect(check({ fliter: {} })).toBe("body must not have fliter");
    expect(check({ all: false })).toBe("all must be true");
    expect(check({ all: true })).toBe("");
  }
});

test("[API11] what waits for a device or another server has a deadline of its own, beyond the node's", () => {
  const waiting = Object.values(routes).flatMap((ofSubject) =>
    Object.entries(ofSubject as Record<string, Json>).flatMap(([name, { waits }]) => (waits ? name : [])),
  );
  const { config } = readConfig([], {});

  expect(waiting).toEqual(expect.arrayContaining(["testMail"]));
  expect(config.mailTimeout).toBeLessThan(config.requestDeadline);
});

test("[API2] a refusal says what to send: an id as an object, a filter that is less deep", () => {
  const all = (conditions: object[]) => ({ kind: "ALL", conditions });
  const group = { name: "a", filter: all([all([all([all([])])])]) };
  const closedSettings = bodyValidator(TenantSettingsRecord);

  expect(refusal(bodyValidator(DeviceMove)({ projectId: "x", all: true }))).toMatch(
    /^projectId must be an object such as \{"id":"[-0-9a-f]+","entityType":"PROJECT"\}$/,
  );
  expect(refusal(bodyValidator(DeviceGroupInput)(group))).toContain("is too deep");
  expect(refusal(closedSettings({ colour: "#0b6482" }))).toBe("body must not have colour");
  expect(refusal(closedSettings({ title: 5 }))).toBe("title must be a string or null");
});
