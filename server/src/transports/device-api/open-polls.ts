import type { EventBus, Events } from "../../core/events/index.ts";
import type { AppError } from "../../kernel/errors.ts";
import type { DeviceId, TenantId } from "../../kernel/ids.ts";
import { deviceTokenUnknown } from "../device-at-door.ts";
import { pollEnded, pollGaveWay, tooManyPolls } from "./errors.ts";
import { Poll } from "./poll.ts";

export interface PollLimits {
  /** Of all devices. */
  readonly atMost: number;
  /** Beyond, the oldest gives way. */
  readonly perDevice: number;
}

/** Which shared attributes changed and which are gone. */
export type AttributeNews = Pick<Events["attributes-changed"], "changed" | "deleted">;

interface NewsOf {
  readonly calls: true;
  readonly attributes: AttributeNews;
}

interface Asker {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
}

type Open = {
  [Kind in keyof NewsOf]: { readonly kind: Kind; readonly tenantId: TenantId; readonly poll: Poll<NewsOf[Kind]> };
}[keyof NewsOf];

/** Devices that wait for news over HTTP [TBC1], and what happens elsewhere that ends or answers their waiting. */
export class OpenPolls {
  readonly #limits: PollLimits;
  readonly #byDevice = new Map<DeviceId, Set<Open>>();
  #count = 0;
  #hasStopped = false;

  constructor(limits: PollLimits, events: EventBus) {
    this.#limits = limits;
    events.subscribe("command-queued", ({ deviceId, type }) => {
      if (type === "RPC") for (const open of this.#of(deviceId)) if (open.kind === "calls") open.poll.tell(true);
    });
    events.subscribe("attributes-changed", ({ deviceId, scope, changed, deleted }) => {
      if (scope !== "SHARED_SCOPE") return;
      for (const open of this.#of(deviceId)) if (open.kind === "attributes") open.poll.tell({ changed, deleted });
    });
    for (const gone of ["device-token-changed", "device-removed"] as const)
      events.subscribe(gone, ({ deviceId }) => this.#end(this.#of(deviceId), deviceTokenUnknown()));
    events.subscribe("tenant-removed", ({ tenantId }) =>
      this.#end(
        [...this.#all()].filter((open) => open.tenantId === tenantId),
        deviceTokenUnknown(),
      ),
    );
  }

  get count(): number {
    return this.#count;
  }

  openForCalls(device: Asker, waitMs: number): Poll<true> {
    const poll = new Poll<true>(waitMs, () => this.#forget(device.id, open));
    const open: Open = { kind: "calls", tenantId: device.tenantId, poll };
    this.#add(device.id, open);
    return poll;
  }

  openForAttributes(device: Asker, waitMs: number): Poll<AttributeNews> {
    const poll = new Poll<AttributeNews>(waitMs, () => this.#forget(device.id, open));
    const open: Open = { kind: "attributes", tenantId: device.tenantId, poll };
    this.#add(device.id, open);
    return poll;
  }

  /** The node stops: who waits is told so instead of holding it up. */
  stop(): void {
    this.#hasStopped = true;
    this.#end(this.#all(), pollEnded());
  }

  #add(device: DeviceId, open: Open): void {
    const ofDevice = this.#byDevice.get(device) ?? new Set();
    const oldest = ofDevice.size >= this.#limits.perDevice ? ofDevice.values().next().value : undefined;
    if (!oldest && this.#count >= this.#limits.atMost) {
      open.poll.end(tooManyPolls());
      return;
    }
    if (this.#hasStopped) open.poll.end(pollEnded());
    oldest?.poll.end(pollGaveWay());
    if (oldest) this.#forget(device, oldest);
    this.#byDevice.set(device, ofDevice.add(open));
    this.#count++;
  }

  #forget(device: DeviceId, open: Open): void {
    const ofDevice = this.#byDevice.get(device);
    if (!ofDevice?.delete(open)) return;
    this.#count--;
    if (ofDevice.size === 0) this.#byDevice.delete(device);
  }

  #end(polls: Iterable<Open>, refusal: AppError): void {
    for (const { poll } of [...polls]) poll.end(refusal);
  }

  #of(device: DeviceId): Iterable<Open> {
    return this.#byDevice.get(device) ?? [];
  }

  *#all(): Iterable<Open> {
    for (const ofDevice of this.#byDevice.values()) yield* ofDevice;
  }
}
