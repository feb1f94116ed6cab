import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Device } from "../../core/devices/index.ts";
import { AppError } from "../../kernel/errors.ts";
import { deviceAtDoor, deviceTokenUnknown } from "../device-at-door.ts";
import { beginningOf } from "../device-gateway.ts";
import type { DeviceApiParts } from "./device-api-parts.ts";
import { pollEnded } from "./errors.ts";

/** A request of a device that is known by its token. */
interface Visit {
  readonly device: Device;
  /** What it brought, for the rate it is counted with. */
  points: number;
}

declare module "fastify" {
  interface FastifyRequest {
    visit: Visit | undefined;
  }
}

export function visitOf({ visit }: { readonly visit: Visit | undefined }): Visit {
  if (!visit) throw deviceTokenUnknown();
  return visit;
}

/** Within `scope`, every request is a device's, and may come in, before a byte of its body is read. */
export function receiveDevices(scope: FastifyInstance, dependencies: DeviceApiParts): void {
  scope.decorateRequest("visit", undefined);
  scope.addHook("onRequest", async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { readonly token: string };
    const device = await deviceAtDoor(request, token, dependencies);
    request.visit = { device, points: 0 };
    dependencies.known(request.raw.socket);
    dependencies.gateway.seen(device);
    admit(request, reply, request.visit, dependencies);
  });
  scope.addHook("onError", async (request, _reply, error) => {
    if (request.visit && isMistake(error)) remark(request, request.visit.device, error, dependencies);
  });
}

/** Counted when it is over: only then it is known what it brought [MQ9, QTA1]. */
function admit(request: FastifyRequest, reply: FastifyReply, visit: Visit, parts: DeviceApiParts): void {
  parts.rates.requireRoom(visit.device);
  const leave = parts.underWay.enter(visit.device.id, announcedBytes(request, parts.limits.bodyBytes));
  reply.raw.once("close", () => {
    leave();
    parts.rates.count(visit.device, visit.points);
  });
}

/** Without a length it may be as long as any. */
function announcedBytes({ headers, method }: FastifyRequest, atMost: number): number {
  if (method === "GET") return 0;
  return headers["transfer-encoding"] === undefined ? Math.min(Number(headers["content-length"] ?? 0), atMost) : atMost;
}

/** Waiting in vain is none, and a token that has just been replaced says nothing about the device. */
const isMistake = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  (error.fault !== "nothing-came" && error.fault !== "unauthenticated" && error.code !== pollEnded().code);

function remark(request: FastifyRequest, device: Device, error: Error, { gateway }: DeviceApiParts): void {
  const size = Number(request.headers["content-length"] ?? Number.NaN);
  gateway.remark(device, {
    ...{ kind: "MESSAGE_REJECTED", direction: "IN", messageId: undefined },
    size: Number.isFinite(size) ? size : undefined,
    summary: `${request.method} ${(request.routeOptions.url ?? "").replace("/api/v1/:token/", "")} rejected`,
    error: reasonOf(error),
    payload: Buffer.isBuffer(request.body) ? beginningOf(request.body) : undefined,
  });
}

/** The framework's refusals have a status of their own, a connection that ended has a code; what has neither is a bug. */
function reasonOf(error: Error & { readonly statusCode?: number; readonly code?: string }): string {
  if (error.code === "ECONNRESET") return "the connection ended before the body did";
  const isRefusal = error instanceof AppError || (error.statusCode ?? 500) < 500;
  return isRefusal ? error.message : "the server failed; it has a log";
}
