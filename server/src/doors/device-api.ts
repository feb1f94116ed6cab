import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Platform } from "../compose/compose.ts";
import { measurePolls } from "../metrics/poll-metrics.ts";
import type { Config } from "../settings/config.ts";
import { serveDeviceApi } from "../transports/device-api/device-api-routes.ts";
import { OpenPolls } from "../transports/device-api/open-polls.ts";
import { RequestsUnderWay } from "../transports/device-api/requests-under-way.ts";
import { readBodiesAsBytes } from "../transports/http/raw-json-bodies.ts";
import type { Stopping } from "../transports/http/stopping.ts";
import type { UnauthenticatedHttp } from "../transports/http/unauthenticated-http.ts";
import type { HttpApp } from "../transports/http-app.ts";
import { gatewayOf } from "./device-gateway-of.ts";

interface Around {
  readonly unauthenticatedHttp: UnauthenticatedHttp;
  readonly stopping: Stopping;
  readonly logger: Logger;
}

/** The device API over HTTP [TBC1], on the port of the REST interface. */
export function deviceApi(
  config: Config,
  platform: Platform,
  { unauthenticatedHttp, stopping, logger }: Around,
): (app: FastifyInstance) => void {
  const polls = new OpenPolls({ atMost: config.devicePolls, perDevice: config.devicePollsPerDevice }, platform.events);
  measurePolls(platform.registry, polls);
  stopping.onBegin(() => polls.stop());
  const parts = {
    ...platform,
    ...{ polls, gateway: gatewayOf(config, platform, "HTTP", logger) },
    underWay: new RequestsUnderWay({ bytes: config.deviceRequestBytes, perDevice: config.deviceRequestsPerDevice }),
    known: unauthenticatedHttp.known.bind(unauthenticatedHttp),
    onError: (error: unknown) => logger.error({ err: error }, "a call that did not leave could not be put back"),
    limits: { bodyBytes: config.mqttMaxPacket, pollMs: config.devicePollMax },
  };
  return (app) => {
    readBodiesAsBytes(app as HttpApp, () => true);
    serveDeviceApi(app, parts);
  };
}
