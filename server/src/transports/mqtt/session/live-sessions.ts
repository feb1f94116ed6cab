import type { DeviceId, TenantId } from "../../../kernel/ids.ts";
import type { Session } from "./session.ts";

/** The devices connected to this node. */
export class LiveSessions {
  readonly #byDevice = new Map<DeviceId, Session[]>();

  of(device: DeviceId): readonly Session[] {
    return this.#byDevice.get(device) ?? [];
  }

  *ofTenant(tenant: TenantId): Generator<Session> {
    for (const sessions of this.#byDevice.values()) {
      for (const session of sessions) if (session.device.tenantId === tenant) yield session;
    }
  }

  *all(): Generator<Session> {
    for (const sessions of this.#byDevice.values()) yield* sessions;
  }

  add(session: Session): void {
    const sessions = this.#byDevice.get(session.device.id);
    if (sessions) sessions.push(session);
    else this.#byDevice.set(session.device.id, [session]);
  }

  remove(session: Session): void {
    const rest = this.of(session.device.id).filter((other) => other !== session);
    if (rest.length > 0) this.#byDevice.set(session.device.id, rest);
    else this.#byDevice.delete(session.device.id);
  }

  /** Whom a new connection pushes out: its namesake, and the oldest beyond the number allowed [MQ7]. */
  displacedBy(device: DeviceId, clientId: string, allowed: number): readonly Session[] {
    const others = this.of(device);
    const namesakes = others.filter((session) => session.clientId === clientId); // [MQTT-3.1.4-2]
    const rest = others.filter((session) => session.clientId !== clientId);
    return [...namesakes, ...rest.slice(0, Math.max(0, rest.length + 1 - allowed))];
  }
}
