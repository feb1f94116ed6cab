import type { IncomingMessage, ServerResponse } from "node:http";
import type { Commands } from "../../core/commands/index.ts";
import type { CommunicationLog } from "../../core/communication/index.ts";
import type { Device, DeviceActivity, DeviceTokens } from "../../core/devices/index.ts";
import { taskTypes } from "./task.ts";

export interface PingLaneParts {
  readonly tokens: Pick<DeviceTokens, "recall">;
  readonly activity: Pick<DeviceActivity, "seen">;
  readonly commands: Pick<Commands, "mayHave">;
  readonly communication: Pick<CommunicationLog, "record">;
  readonly isStopping: () => boolean;
  /** While somebody guesses tokens, right ones may have to wait, too [DEV4]: the ordinary way knows who. */
  readonly isHeldBack: () => boolean;
  /** Called for each answer: these requests pass by whoever else counts. */
  readonly count: () => void;
}

const plainHeaders = { "x-content-type-options": "nosniff", "cache-control": "no-store" }; // [API12]

/** As deployed loggers write it; a query in any other order takes the ordinary way. */
const plainPing = /\/status\.php\?F=PING&ID=([\w.~-]{1,128})(?:&P=v[456])?(?:&T=\d{1,12})?$/;

/**
 * The short way of the contact that thousands of devices make every minute: a PING that brings nothing, of a device that
 * is known and has nothing to do, is answered from memory and before the framework begins its work, which takes longer
 * than all of this. Whatever is different in any way is left to the route, which does the same with a PING [DHP1, DHP2].
 */
export class PingLane {
  readonly #parts: PingLaneParts;

  constructor(parts: PingLaneParts) {
    this.#parts = parts;
  }

  /** True when the request was answered here. */
  answers(request: IncomingMessage, response: ServerResponse): boolean {
    const device = this.#idleDeviceOf(request);
    if (!device || this.#parts.isStopping() || this.#parts.isHeldBack()) return false;
    this.#parts.activity.seen(device);
    this.#parts.communication.record({
      deviceId: device.id,
      kind: "PING",
      direction: "IN",
      transport: "HTTP",
      messageId: null,
      size: request.headers["content-length"] === undefined ? null : 0,
      summary: "Ping",
      error: null,
    });
    this.#parts.count();
    response.writeHead(204, plainHeaders).end();
    return true;
  }

  #idleDeviceOf(request: IncomingMessage): Device | undefined {
    if (request.method !== "POST" || !hasNothing(request)) return undefined;
    const token = plainPing.exec(request.url ?? "")?.[1];
    const device = token === undefined ? undefined : this.#parts.tokens.recall(token);
    return device && !this.#parts.commands.mayHave(device.id, taskTypes) ? device : undefined;
  }
}

const hasNothing = ({ headers }: IncomingMessage): boolean =>
  (headers["content-length"] === undefined || headers["content-length"] === "0") &&
  headers["transfer-encoding"] === undefined &&
  headers["content-description"] === undefined &&
  headers.expect === undefined;
