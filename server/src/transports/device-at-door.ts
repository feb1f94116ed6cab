import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { RefusedContacts } from "../core/communication/index.ts";
import type { Device, DeviceTokens, TokenGuesses } from "../core/devices/index.ts";
import { AppError } from "../kernel/errors.ts";
import type { Clock } from "../kernel/time.ts";
import { type HttpContact, noteRefusedHttp } from "./refused-http.ts";

export interface Doorkeeping {
  readonly tokens: DeviceTokens;
  readonly guesses: TokenGuesses;
  readonly refusedContacts: Pick<RefusedContacts, "note">;
  readonly clock: Clock;
}

export const deviceTokenUnknown = () =>
  new AppError("DEVICE_TOKEN_UNKNOWN", "unauthenticated", "The token must be the access token of a device");

/**
 * Whose token it is, for everything that speaks HTTP. Counted on arrival, then held back as long as guesses from its
 * address are [DEV4]. Whoever hangs up meanwhile has learned nothing, and a task is not handed to nobody.
 */
export async function deviceAtDoor(visitor: HttpContact, token: string, keeping: Doorkeeping): Promise<Device> {
  const { ip, raw } = visitor;
  const { tokens, guesses, clock } = keeping;
  const device = tokens.recall(token) ?? (await tokens.find(token));
  if (!device) noteRefusedHttp(visitor, tokenRefusal(token), keeping.refusedContacts);
  const delayMs = device ? guesses.passed(ip, token, clock()) : guesses.failed(ip, clock());
  if (delayMs > 0) await heldBack(raw.socket, delayMs);
  if (!device || raw.socket.destroyed) throw deviceTokenUnknown();
  if (delayMs > 0) guesses.waited(ip, token);
  return device;
}

const tokenRefusal = (token: string) =>
  token === ""
    ? ({ reason: "TOKEN_MISSING" } as const)
    : ({ reason: "TOKEN_UNKNOWN", tokenLength: token.length } as const);

/** The answers a connection waits for come one behind another: many guesses in one go take as long as one by one. */
const lastAnswer = new WeakMap<Socket, Promise<void>>();

function heldBack(socket: Socket, delayMs: number): Promise<void> {
  const next = (lastAnswer.get(socket) ?? Promise.resolve()).then(() => delay(delayMs));
  lastAnswer.set(socket, next);
  return next;
}
