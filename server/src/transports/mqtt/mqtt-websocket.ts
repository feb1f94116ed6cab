import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { createWebSocketStream, type WebSocket, WebSocketServer } from "ws";
import { AppError } from "../../kernel/errors.ts";
import type { MqttServer } from "./mqtt-server.ts";

/** What a client may call the protocol; the second is what version 3.1 clients say [MQTT-6.0.0-3]. */
const subprotocols = ["mqtt", "mqttv3.1"];

const subprotocolNeeded = () =>
  new AppError("SUBPROTOCOL_NEEDED", "invalid", "Sec-WebSocket-Protocol: this WebSocket speaks mqtt");

/** MQTT inside a WebSocket: frames of bytes whose borders mean nothing [MQTT-6.0.0-2]. */
export class MqttWebSocket {
  readonly #mqtt: MqttServer;
  readonly #sockets: WebSocketServer;

  constructor(mqtt: MqttServer, maxPacketSize: number) {
    this.#mqtt = mqtt;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: Math.max(maxPacketSize, 64 * 1_024),
      perMessageDeflate: false,
      handleProtocols: (offered) => subprotocols.find((name) => offered.has(name)) ?? false,
    });
  }

  /** Takes over a request to upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
    if (!subprotocols.some((name) => offered.includes(name))) throw subprotocolNeeded();
    const address = request.socket.remoteAddress ?? "unknown";
    request.socket.setTimeout(0); // MQTT has its own keep-alive
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, address));
  }

  #accept(webSocket: WebSocket, address: string): void {
    const stream = createWebSocketStream(webSocket);
    // Text frames end the connection [MQTT-6.0.0-1]; told apart before the stream sees their bytes.
    webSocket.prependListener("message", (_, isBinary) => {
      if (!isBinary) stream.destroy();
    });
    this.#mqtt.accept(stream, { address, via: "WebSocket" });
  }
}
