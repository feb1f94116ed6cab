import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { tcpKeepAliveMs } from "../mqtt-limits.ts";
import type { MqttServer } from "../mqtt-server.ts";
import { acceptanceOf } from "./handshake.ts";
import { WebSocketStream } from "./web-socket-stream.ts";

/** MQTT inside a WebSocket: takes over a request to upgrade, or throws. */
export function acceptWebSocket(mqtt: MqttServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const acceptance = acceptanceOf(request);
  const address = request.socket.remoteAddress ?? "unknown";
  request.socket.setTimeout(0); // MQTT has its own keep-alive
  request.socket.setNoDelay(true);
  request.socket.setKeepAlive(true, tcpKeepAliveMs);
  socket.write(acceptance);
  mqtt.accept(new WebSocketStream(socket, head), { address, via: "WebSocket" });
}
