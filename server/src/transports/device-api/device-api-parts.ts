import type { Socket } from "node:net";
import type { Attributes } from "../../core/attributes/index.ts";
import type { RateLimits } from "../../core/rates/index.ts";
import type { Doorkeeping } from "../device-at-door.ts";
import type { DeviceGateway } from "../device-gateway.ts";
import type { OpenPolls } from "./open-polls.ts";
import type { RequestsUnderWay } from "./requests-under-way.ts";

/** What the device API over HTTP is made of. */
export interface DeviceApiParts extends Doorkeeping {
  readonly gateway: DeviceGateway;
  readonly attributes: Pick<Attributes, "read">;
  readonly rates: Pick<RateLimits, "requireRoom" | "count" | "allowed">;
  readonly polls: OpenPolls;
  readonly underWay: RequestsUnderWay;
  /** Told that a connection is a device's [API10]. */
  readonly known: (socket: Socket) => void;
  /** Of a call that could not be given back. */
  readonly onError: (error: unknown) => void;
  readonly limits: {
    readonly bodyBytes: number;
    readonly pollMs: number;
  };
}
