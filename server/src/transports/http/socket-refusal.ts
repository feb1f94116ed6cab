import type { Duplex } from "node:stream";
import { wireErrorOf } from "./faults.ts";

/** Answers on a bare socket, where there is no request to answer, in the form of every error [API2]. */
export function refuseSocket(socket: Duplex, error: unknown): void {
  const { body, headers } = wireErrorOf(error, Date.now());
  const text = JSON.stringify(body);
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${body.status} Refused\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff\r\n${extra.join("")}` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
