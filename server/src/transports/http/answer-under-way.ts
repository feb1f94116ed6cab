import type { Readable } from "node:stream";
import type { Permission } from "@heliograph/contract";
import { type Principal, permissionDenied, reachFor, type Standing } from "../../core/access/index.ts";
import { deviceNotFound } from "../../core/devices/index.ts";
import type { Events } from "../../core/events/index.ts";
import { isWithin, reaches } from "../../core/projects/index.ts";
import { AppError } from "../../kernel/errors.ts";
import type { DeviceId } from "../../kernel/ids.ts";

type Held = Pick<Standing, "tenantId" | "permissions" | "grants">;

/** Whose rights an answer is made with. */
export interface AnswerReader {
  /** As they were when it began. */
  readonly standing: Held;
  /** As they are now; throws where they are nobody any more. */
  readonly again: () => Promise<Held>;
  /** Whom a change of access has to concern; undefined is somebody with a link, whom any may [DSH6]. */
  readonly principal: Principal | undefined;
}

/**
 * An answer from its beginning to its last byte, and what it stands on: the permissions its reader needed, and the devices
 * it tells of. Where questions of many kinds are answered, both are noted as they are found out [AUTH8, PRJ1].
 */
export class AnswerUnderWay {
  readonly reader: AnswerReader;
  readonly #needed: Set<Permission>;
  readonly #deviceIds = new Set<DeviceId>();
  #body: Readable | undefined;
  #lost: AppError | undefined;

  constructor(reader: AnswerReader, needed: readonly Permission[]) {
    this.reader = reader;
    this.#needed = new Set(needed);
  }

  needs(permissions: Iterable<Permission>): void {
    for (const permission of permissions) this.#needed.add(permission);
  }

  tellsOf(deviceIds: Iterable<DeviceId>): void {
    for (const id of deviceIds) this.#deviceIds.add(id);
  }

  /** What was lost before anything could be sent cuts it off as well. */
  send(body: Readable): void {
    this.#body = body;
    if (this.#lost) body.destroy(this.#lost);
  }

  /** What is sent of a device that went out of reach [PRJ1]. */
  moved({ deviceIds, projectId }: Events["devices-moved"]): void {
    const told = deviceIds.find((id) => this.#deviceIds.has(id));
    const reach = told && reachFor(this.reader.standing, [...this.#needed]);
    if (told && reach && !reaches(reach, projectId)) this.#breakOff(deviceNotFound(told));
  }

  /** Where the store does not answer, the next check asks again. */
  async check(): Promise<void> {
    try {
      const now = await this.reader.again();
      const missing = [...this.#needed].filter((one) => !now.permissions.has(one) || !this.#reachesAsBefore(now, one));
      if (missing.length > 0) this.#breakOff(permissionDenied(missing));
    } catch (error) {
      if (error instanceof AppError && nobody.has(error.fault)) this.#breakOff(error);
    }
  }

  /** Whatever is sent may be out of what was lost: it is not known which rows are still to come [PRJ1]. */
  #reachesAsBefore(now: Held, permission: Permission): boolean {
    const [before, after] = [reachFor(this.reader.standing, [permission]), reachFor(now, [permission])];
    return !before || (after !== undefined && isWithin(before.projects, after.projects));
  }

  #breakOff(error: AppError): void {
    this.#lost ??= error;
    this.#body?.destroy(error);
  }
}

/** The session is over, or the link leads nowhere any more. */
const nobody: ReadonlySet<AppError["fault"]> = new Set(["unauthenticated", "not-found"]);
