import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

const key = "dGhlIHNhbXBsZSBub25jZQ==";
const lines = [
  "GET /mqtt HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  `Sec-WebSocket-Key: ${key}`,
  "Sec-WebSocket-Protocol: mqtt",
];

export const upgradeRequest = `${lines.join("\r\n")}\r\n\r\n`;

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9 } as const;

/** A frame as a client sends it; `more` when the message goes on. */
export function clientFrame(code: number, payload: Uint8Array, more = false): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const header =
    payload.length < 126 ? Buffer.from([0, 0x80 | payload.length]) : Buffer.from([0, 0xff, ...Array(8).fill(0)]);
  if (payload.length >= 126) header.writeBigUInt64BE(BigInt(payload.length), 2);
  header[0] = (more ? 0 : 0x80) | code;
  return Buffer.concat([header, mask, payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0))]);
}

/** A WebSocket to `/mqtt` on which tests put bytes of their own, with or without TLS; open when this resolves. */
export async function openRawWebSocket(port: number, tls = false): Promise<Socket> {
  const socket = tls
    ? connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false })
    : connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  await once(socket, tls ? "secureConnect" : "connect");
  socket.write(upgradeRequest);
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (!answer.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error(answer.toString("latin1"));
  return socket;
}
