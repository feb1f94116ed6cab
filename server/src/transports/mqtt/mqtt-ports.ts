import type { ProxyTrust } from "../proxy-protocol.ts";
import type { CountsSnapshot } from "./mqtt-counts.ts";
import { MqttListener, type MqttListenerOptions } from "./mqtt-listener.ts";
import type { MqttServer } from "./mqtt-server.ts";

export interface MqttPortOptions {
  readonly host: string;
  readonly port: number;
  readonly tlsPort: number;
  /** Without it there is no TLS. */
  readonly tls: MqttListenerOptions["tls"] | undefined;
  readonly reusePort?: boolean;
  readonly proxies?: ProxyTrust;
}

const noProxies: ProxyTrust = { balancers: [], timeoutMs: 0 };

/** Where devices come in by TCP and TLS. */
export interface MqttPorts {
  readonly port: number;
  readonly tlsPort: number | undefined;
  /** Whether every port takes connections. */
  readonly accepts: boolean;
  /** What the servers behind the ports counted. */
  counts(): Promise<readonly CountsSnapshot[]>;
  /** Stops accepting, says goodbye to every device and keeps what outlives the connections. */
  stop(): Promise<void>;
}

/** The ports of a server in this thread; all of them or none. */
export async function openMqttPorts(server: MqttServer, options: MqttPortOptions): Promise<MqttPorts> {
  const { host, port, tlsPort, tls, reusePort = false, proxies = noProxies } = options;
  const plain = new MqttListener(server, { host, port, reusePort, proxies });
  const secure = tls && new MqttListener(server, { host, port: tlsPort, tls, reusePort, proxies });
  const listeners = secure ? [plain, secure] : [plain];
  const stop = async (): Promise<void> => {
    for (const listener of listeners) listener.stopAccepting();
    await server.stop();
    for (const listener of listeners) listener.destroy();
  };
  try {
    for (const listener of listeners) await listener.open();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    port: plain.port,
    tlsPort: secure?.port,
    get accepts() {
      return listeners.every((listener) => listener.accepts);
    },
    counts: async () => [server.counts()],
    stop,
  };
}
