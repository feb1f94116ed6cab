import type { ServerInfo } from "@heliograph/contract";

export type Security = "plain" | "tls";

/** Where the page itself was loaded from. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
}

/** Where a device connects to. */
export interface Place {
  /** As programs take it: an IPv6 address without its brackets. */
  readonly host: string;
  readonly mqttPort: number;
  readonly isTls: boolean;
  readonly origin: string;
  readonly mqttAddress: string;
  readonly webSocketAddress: string;
}

export const isSafe = ({ protocol }: Pick<Address, "protocol">): boolean => protocol === "https:";

/** What the node offers; TLS is there where it has a certificate [RUN3]. */
export const securities = ({ mqttTlsPort }: Pick<ServerInfo, "mqttTlsPort">): readonly Security[] =>
  mqttTlsPort === null ? ["plain"] : ["plain", "tls"];

/** The host is the one that led to this page; the ports are the node's own. */
export function placeOf(server: ServerInfo, page: Address, security: Security): Place {
  const isTls = security === "tls";
  const mqttPort = (isTls ? server.mqttTlsPort : null) ?? server.mqttPort;
  const origin = originOf(server, page, isTls);
  return {
    host: page.hostname.replace(/^\[|\]$/g, ""),
    mqttPort,
    isTls,
    origin,
    mqttAddress: `${isTls ? "mqtts" : "mqtt"}://${page.hostname}:${mqttPort}`,
    webSocketAddress: `${origin.replace(/^http/, "ws")}${server.mqttWebSocketPath}`,
  };
}

/** The address of the page works for sure, whatever proxy stands before the node; the other one is the node's. */
function originOf({ httpPort, httpsPort }: ServerInfo, page: Address, isTls: boolean): string {
  if (isTls === isSafe(page)) return page.origin;
  return isTls ? `https://${page.hostname}:${httpsPort}` : `http://${page.hostname}:${httpPort}`;
}
