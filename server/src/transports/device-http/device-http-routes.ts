import type { Socket } from "node:net";
import { deviceContactRoutes } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CommunicationLog } from "../../core/communication/index.ts";
import type { Device, DeviceActivity } from "../../core/devices/index.ts";
import type { RateLimits } from "../../core/rates/index.ts";
import type { TenantTraffic } from "../../core/tenants/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { type Doorkeeping, deviceAtDoor } from "../device-at-door.ts";
import type { HttpApp } from "../http-app.ts";
import { passOverBody } from "../pass-over-body.ts";
import { type HandlerOf, register } from "../register.ts";
import { requestChunks } from "../request-chunks.ts";
import { openAnyPart } from "./any-part.ts";
import { type DeviceParts, deviceFunctions, firmwareFunction, keptOfAnyForm } from "./device-functions.ts";
import { functionUnknown } from "./errors.ts";
import type { Exchange, Outcome } from "./exchange.ts";
import { messageHeaderFor, messageHeaderOf, utf8Header } from "./message-header.ts";
import { aroundPartAtMost, openPart, type Part } from "./multipart-part.ts";
import { taskOf, taskTypes } from "./task.ts";
import { closedAsUnreadable } from "./unreadable-answer.ts";

export interface DeviceHttpDependencies extends DeviceParts, Doorkeeping {
  readonly activity: DeviceActivity;
  readonly communication: CommunicationLog;
  readonly rates: Pick<RateLimits, "requireRoom" | "count">;
  readonly traffic: Pick<TenantTraffic, "count">;
  /** Told that a connection is a device's [API10]. */
  readonly known: (socket: Socket) => void;
  /** An upload of which nothing arrives for so long is given up [FILE6]. */
  readonly uploadTimeout: number;
}

/** Of an F that does not exist, so much is kept. */
const longestKind = 64;

/** Before it is known to fit the schema. */
interface Contact {
  readonly F: string;
  readonly ID?: string | readonly string[];
  readonly P?: string;
}

type ContactRequest = FastifyRequest<{ Querystring: Contact }>;

/**
 * The device HTTP protocol: a device brings something, and takes a task home if one waits [DHP1–DHP3]. Any path prefix
 * leads here. In a scope of its own: bodies are multipart and are read by the functions.
 */
export function deviceHttpRoutes(app: FastifyInstance, dependencies: DeviceHttpDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  const options = {
    bodyLimit: Number.MAX_SAFE_INTEGER, // files have a limit of their own
    attachValidation: true, // a known device's mistake belongs into its log [COM2]
  };
  const contact = async (request: ContactRequest, reply: FastifyReply) => {
    const device = await deviceAtDoor(request, tokenOf(request), dependencies);
    dependencies.known(request.raw.socket);
    dependencies.activity.seen(device);
    await receive(request, device, dependencies);
    return handOut(reply, device, dependencies);
  };
  register(
    app as HttpApp,
    deviceContactRoutes,
    { contact: contact as HandlerOf<typeof deviceContactRoutes.contact> },
    options,
  );
}

/** Twice in the URL, it is a list, and nobody's. */
const tokenOf = ({ query: { ID } }: ContactRequest): string => (typeof ID === "string" ? ID : "");

async function receive(request: ContactRequest, device: Device, dependencies: DeviceHttpDependencies): Promise<void> {
  const { F, P = "v4" } = request.query;
  const kind = String(F ?? "").slice(0, longestKind);
  let { messageId } = messageHeaderOf(utf8Header(request.headers["content-description"]));
  const record = ({ summary, error }: Outcome) =>
    dependencies.communication.record({
      ...{ deviceId: device.id, transport: "HTTP", direction: "IN", kind },
      ...{ messageId: messageId ?? null, size: sizeOf(request), summary, error: error ?? null },
    });
  try {
    dependencies.rates.requireRoom(device);
    dependencies.rates.count(device, 0);
    dependencies.traffic.count(device.tenantId, 0);
    if (request.validationError) throw request.validationError;
    if (isFile(F)) await requireRoom(request, device, dependencies);
    const exchange = await exchangeOf(request, device, dependencies.uploadTimeout);
    messageId = exchange.messageId;
    try {
      record(await functionOf(F, P)(exchange, dependencies));
    } finally {
      await exchange.part?.close();
    }
  } catch (error) {
    const answered = { device, messageId, kind, isWhole: request.raw.complete };
    const isClosed = await closedAsUnreadable(answered, error, dependencies.commands);
    record({
      summary: isClosed ? `${kind} that cannot be read` : `${kind || "A contact without F"} was refused`,
      error: error instanceof AppError ? error.message : "internal error",
    });
    if (!request.raw.complete) passOverBody(request.raw);
    if (!isClosed || isTooLarge(error)) throw error;
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof AppError && error.fault === "too-large";

const isFile = (name: string): boolean => name === "UPLOAD" || name === "RETURN_FILE";

/** Before a byte of the body is read or, for who expects 100-continue, sent [API7]. */
async function requireRoom(request: ContactRequest, device: Device, { files }: DeviceHttpDependencies): Promise<void> {
  const size = sizeOf(request);
  if (size !== null) await files.requireRoom(device, size - aroundPartAtMost);
}

/** The message id is a header of the request; some clients make it one of the part. */
async function exchangeOf(request: ContactRequest, device: Device, uploadTimeout: number): Promise<Exchange> {
  const inRequest = messageHeaderOf(utf8Header(request.headers["content-description"]));
  const announcedSize = sizeOf(request) ?? undefined;
  try {
    const part = await partOf(request, uploadTimeout);
    const inPart = messageHeaderOf(part?.headers.get("content-description"));
    const { messageId = inPart.messageId, fileTag = inPart.fileTag } = inRequest;
    return { device, messageId, fileTag, part, announcedSize, problem: undefined };
  } catch (error) {
    if (!(error instanceof AppError) || request.query.F !== "PING") throw error;
    return { device, ...inRequest, part: undefined, announcedSize, problem: error.message };
  }
}

async function partOf({ raw, headers, query }: ContactRequest, uploadTimeout: number): Promise<Part | undefined> {
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty) return undefined;
  const body = requestChunks(raw, uploadTimeout);
  // Whatever an error or the answer of a script consists of, it is one [DHP5].
  const kept = keptOfAnyForm[query.F];
  return kept === undefined
    ? openPart(body, headers["content-type"])
    : openAnyPart(body, headers["content-type"], kept);
}

function functionOf(name: string, protocol: string): (exchange: Exchange, parts: DeviceParts) => Promise<Outcome> {
  if (isNamed(deviceFunctions, name)) return deviceFunctions[name];
  if (protocol !== "v6") throw functionUnknown(name, protocol);
  return firmwareFunction;
}

const isNamed = <T extends object>(table: T, name: PropertyKey): name is keyof T => Object.hasOwn(table, name);

/** The next task, which is SENT before its bytes leave, or nothing to do [DHP2, CMD2]. */
async function handOut(
  reply: FastifyReply,
  device: Device,
  { commands, communication }: DeviceHttpDependencies,
): Promise<FastifyReply> {
  const [command] = await commands.take(device.id, taskTypes, 1);
  if (!command) return reply.code(204).send();
  const { contentType, body } = taskOf(command);
  const bytes = Buffer.from(body);
  communication.record({
    ...{ deviceId: device.id, transport: "HTTP", direction: "OUT", kind: command.body.type },
    ...{ messageId: command.messageId, size: bytes.length, summary: `Task ${contentType}`, error: null },
  });
  return reply
    .headers({ "content-type": contentType, "content-description": messageHeaderFor(command.messageId) })
    .send(bytes);
}

function sizeOf({ headers }: FastifyRequest): number | null {
  const size = Number(headers["content-length"] ?? Number.NaN);
  return Number.isFinite(size) ? size : null;
}
