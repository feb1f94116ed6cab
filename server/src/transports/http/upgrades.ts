import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../../kernel/errors.ts";
import { refuseSocket } from "./socket-refusal.ts";

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Who takes over a connection that asks to be something else than HTTP: a handler per path. */
export type Upgrades = ReadonlyMap<string, UpgradeHandler>;

const upgradeNotFound = (path: string) =>
  new AppError("UPGRADE_NOT_FOUND", "not-found", `There is no WebSocket at ${path}`);

/** A handler that throws refuses: the caller reads why. */
export function dispatchUpgrade(upgrades: Upgrades, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const path = (request.url ?? "").split("?", 1)[0] ?? "";
  socket.on("error", () => socket.destroy());
  try {
    const handle = upgrades.get(path);
    if (!handle) throw upgradeNotFound(path);
    handle(request, socket, head);
  } catch (error) {
    refuseSocket(socket, error);
  }
}
