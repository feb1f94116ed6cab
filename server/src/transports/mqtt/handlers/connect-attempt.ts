import type { IConnectPacket } from "mqtt-packet";
import type { Device } from "../../../core/devices/index.ts";
import type { KeptSession } from "../../../core/mqtt-sessions/index.ts";
import type { DeviceSeat } from "../session/device-seat.ts";
import type { DeviceConnection } from "../session/session.ts";
import type { ProtocolVersion } from "../wire/packet-types.ts";
import type { Agreed } from "./connect-terms.ts";

/** A CONNECT on its way; every step adds what it found. */
export interface Attempt {
  readonly connection: DeviceConnection;
  readonly packet: IConnectPacket;
  readonly version: ProtocolVersion;
  token: string;
  device?: Device;
  terms?: Agreed;
  seat?: DeviceSeat;
  kept?: KeptSession;
  present: boolean;
}

/** What the later steps can rely on. */
type Known = Attempt & Required<Pick<Attempt, "device" | "terms">>;
type Seated = Known & Required<Pick<Attempt, "seat">>;

export function known(attempt: Attempt): Known {
  const { device, terms } = attempt;
  if (!device || !terms) throw new Error("a step of CONNECT ran before those it needs");
  return { ...attempt, device, terms };
}

export function seated(attempt: Attempt): Seated {
  const { seat } = attempt;
  if (!seat) throw new Error("a step of CONNECT ran before those it needs");
  return { ...known(attempt), seat };
}
