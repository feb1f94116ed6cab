import type { Logger } from "pino";
import type { Ingest } from "../core/telemetry/index.ts";
import type { HistoryDepths } from "../core/tenants/index.ts";
import type { TenantId } from "../kernel/ids.ts";
import type { Config } from "../settings/config.ts";
import { type GatewayParts, PlatformGateway } from "../transports/platform-gateway.ts";

/** What of the platform a gateway is made of. */
export interface GatewaySources extends Omit<GatewayParts, "transport" | "ingest" | "answerBytes" | "onError"> {
  readonly telemetryStore: Ingest["store"];
  readonly telemetryFeed: Ingest["audience"];
  readonly telemetryAheadMs: number;
  readonly historyDepths: HistoryDepths;
}

/** The platform as devices reach it: the same behind MQTT and the device API over HTTP [TBC1]. */
export function gatewayOf(
  { mqttAttributeAnswer: answerBytes }: Config,
  sources: GatewaySources,
  transport: GatewayParts["transport"],
  logger: Logger,
): PlatformGateway {
  const { telemetryStore: store, telemetryFeed: audience, telemetryAheadMs: aheadMs, historyDepths } = sources;
  const depthMsOf = (tenant: TenantId) => historyDepths.of(tenant);
  const onError = (error: unknown) => logger.error({ err: error }, "a command could not be marked as delivered");
  return new PlatformGateway({
    ...sources,
    ...{ transport, answerBytes, onError },
    ingest: { store, audience, aheadMs, depthMsOf, traffic: sources.traffic },
  });
}
