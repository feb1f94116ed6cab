import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Listening } from "../session/roster.ts";

/** A seat as it is told to another thread; every transport thread numbers its own. */
export interface SeatFacts {
  readonly number: number;
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
  readonly clientId: string;
}

/** The roster of the node, for one transport thread. */
export interface SeatBook {
  enter(seat: SeatFacts): Promise<void>;
  listens(seat: number, to: Listening): Promise<void>;
  isCalled(seat: number): Promise<boolean>;
  leave(seat: number): void;
}
