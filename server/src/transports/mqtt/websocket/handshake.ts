import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AppError } from "../../../kernel/errors.ts";

/** What a client may call the protocol; the second is what version 3.1 clients say [MQTT-6.0.0-3]. */
const subprotocols = ["mqtt", "mqttv3.1"];
/** RFC 6455 §1.3 */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const keyPattern = /^[+/0-9A-Za-z]{22}==$/;

const subprotocolNeeded = () =>
  new AppError("SUBPROTOCOL_NEEDED", "invalid", "Sec-WebSocket-Protocol: this WebSocket speaks mqtt");
const upgradeInvalid = (problem: string) => new AppError("UPGRADE_INVALID", "invalid", `Not a WebSocket: ${problem}`);

/** The answer that makes a request a WebSocket that speaks MQTT; throws when it cannot be one (RFC 6455 §4.2). */
export function acceptanceOf({ method, headers }: IncomingMessage): string {
  const key = headers["sec-websocket-key"] ?? "";
  if (method !== "GET") throw upgradeInvalid("the method has to be GET");
  if (headers.upgrade?.toLowerCase() !== "websocket") throw upgradeInvalid("Upgrade has to be websocket");
  if (headers["sec-websocket-version"] !== "13") throw upgradeInvalid("Sec-WebSocket-Version has to be 13");
  if (!keyPattern.test(key)) throw upgradeInvalid("Sec-WebSocket-Key has to be 16 bytes in Base64");
  const accept = createHash("sha1").update(`${key}${acceptSuffix}`).digest("base64");
  return (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
    `Sec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${subprotocolOf(headers)}\r\n\r\n`
  );
}

function subprotocolOf(headers: IncomingMessage["headers"]): string {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
  const agreed = subprotocols.find((name) => offered.includes(name));
  if (agreed === undefined) throw subprotocolNeeded();
  return agreed;
}
