import type { Attribute, AttributeSelection, Attributes } from "../core/attributes/index.ts";
import { attributesJson } from "../core/mqtt-sessions/index.ts";
import { parseBoundedJson } from "../kernel/bounded-json.ts";
import { AppError } from "../kernel/errors.ts";
import type { DeviceId } from "../kernel/ids.ts";

const requestInvalid = (problem: string) =>
  new AppError("ATTRIBUTE_REQUEST_INVALID", "invalid", `Attribute request refused: ${problem}`);

/** `{"client":{…},"shared":{…}}`; a scope with nothing is left out [MQ5]. */
export async function answerAttributeRequest(
  attributes: Attributes,
  device: DeviceId,
  payload: Buffer,
  answerBytes: number,
): Promise<string> {
  const { client, shared } = wantedOf(payload);
  const read = (keys: AttributeSelection | undefined, scope: "CLIENT_SCOPE" | "SHARED_SCOPE") =>
    keys === undefined ? [] : attributes.read(device, keys, [scope], answerBytes);
  const [ofClient, ofShared] = await Promise.all([read(client, "CLIENT_SCOPE"), read(shared, "SHARED_SCOPE")]);
  const answer = `{${[member("client", ofClient), member("shared", ofShared)].filter(Boolean).join(",")}}`;
  if (Buffer.byteLength(answer) > answerBytes) throw answerTooLong(answerBytes);
  return answer;
}

const answerTooLong = (bytes: number) =>
  requestInvalid(`the answer would be longer than ${bytes} bytes; ask for fewer keys`);

const member = (name: string, found: readonly Attribute[]): string =>
  found.length === 0 ? "" : `"${name}":${attributesJson(new Map(found.map(({ key, value }) => [key, value])))}`;

interface Wanted {
  readonly client: AttributeSelection | undefined;
  readonly shared: AttributeSelection | undefined;
}

/** Neither list named: everything of both scopes [MQ5]. */
function wantedOf(payload: Buffer): Wanted {
  const request = requestOf(payload);
  const client = keysOf(request, "clientKeys");
  const shared = keysOf(request, "sharedKeys");
  return client === undefined && shared === undefined ? { client: "all", shared: "all" } : { client, shared };
}

function requestOf(payload: Buffer): Readonly<Record<string, unknown>> {
  if (payload.length === 0) return {};
  const request = parseBoundedJson(payload.toString("utf8"), requestInvalid);
  if (typeof request === "object" && request !== null && !Array.isArray(request))
    return request as Record<string, unknown>;
  throw requestInvalid('expected an object such as {"clientKeys":"a,b","sharedKeys":"c"}');
}

function keysOf(request: Readonly<Record<string, unknown>>, name: string): AttributeSelection | undefined {
  const value = request[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw requestInvalid(`${name} must be names separated by commas`);
  const names = value.split(",").map((key) => key.trim());
  return { only: names.filter((key) => key !== "") };
}
