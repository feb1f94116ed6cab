import { type Static, Type } from "typebox";
import { nullable } from "./nullable.ts";

const port = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 65_535, description, examples: [example] });

/** Where MQTT is spoken over WebSocket, on every HTTP port [MQ1]. */
export const mqttWebSocketPath = "/mqtt";

/** Where the live view is spoken over WebSocket [TEL7]. */
export const liveViewPath = "/api/ws";

/** What a client has to know to connect a device: the ports the node listens on, as they really are [RUN3]. */
export const ServerInfo = Type.Object({
  version: Type.String({ description: "Of the node", examples: ["0.1.0"] }),
  httpPort: port("REST, device HTTP, live view", 8080),
  httpsPort: nullable(port("The same over TLS; null where TLS is not switched on", 8443)),
  mqttPort: port("MQTT over TCP", 1883),
  mqttTlsPort: nullable(port("MQTT over TLS; null where TLS is not switched on", 8883)),
  mqttWebSocketPath: Type.String({
    description: "MQTT over WebSocket, at this path of the HTTP ports",
    examples: [mqttWebSocketPath],
  }),
});
export type ServerInfo = Static<typeof ServerInfo>;
