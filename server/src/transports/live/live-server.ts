import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { LiveList } from "@heliograph/contract";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import { WebSocketServer } from "ws";
import { type Callers, concernsPrincipal, type Principal } from "../../core/access/index.ts";
import type { EventBus, Events } from "../../core/events/index.ts";
import type { DeviceId } from "../../kernel/ids.ts";
import { repeat } from "../../kernel/repeat.ts";
import type { AlarmSubscription } from "./alarm-subscription.ts";
import { Connection, type LiveHub } from "./connection.ts";
import { DeviceAudience, type DeviceWatcher } from "./device-audience.ts";
import { liveBusy } from "./errors.ts";
import type { InboxSubscription } from "./inbox-subscription.ts";
import type { LiveLimits } from "./limits.ts";
import type { PageSubscription } from "./page-subscription.ts";
import { type Caller, hasPlace } from "./places.ts";
import type { LinkSources, LookedAt, ShareVisit } from "./share-visit.ts";
import type { LiveSources } from "./subscription.ts";
import { Watchers } from "./watchers.ts";

/** Connections that have not authenticated yet, wherever they came from. */
interface UnauthenticatedSockets {
  /** Cuts off who sends too much before it is known; returns how to stop that. */
  limitBytes(socket: Socket): () => void;
  known(socket: Socket): void;
}

export interface LiveDependencies extends LiveSources, LinkSources {
  readonly callers: Callers;
  readonly events: EventBus;
  readonly registry: Registry;
  readonly logger: Logger;
  readonly limits: LiveLimits;
  readonly unauthenticated: UnauthenticatedSockets;
}

/** What happens to a device, and the list in which it can be read. */
const listEvents = [
  ["command-queued", "commands"],
  ["command-changed", "commands"],
  ["communication-recorded", "communication"],
  ["file-changed", "files"],
  ["files-missing", "files"],
  ["alarm-changed", "alarms"],
] as const satisfies readonly (readonly [keyof Events, LiveList])[];

/** WebSocket's own code for an end that goes away. */
const goingAway = 1001;

/** The live view [TEL7]: connections, who watches what, and the events that concern them. */
export class LiveServer implements LiveHub {
  readonly callers: Callers;
  readonly sources: LiveSources;
  readonly links: LinkSources;
  readonly #events: EventBus;
  readonly #logger: Logger;
  readonly limits: LiveLimits;
  readonly #server: WebSocketServer;
  readonly #unauthenticated: UnauthenticatedSockets;
  readonly #connections = new Set<Connection>();
  readonly devices = new DeviceAudience();
  readonly alarms = new Watchers<AlarmSubscription>();
  readonly inboxes = new Watchers<InboxSubscription>();
  readonly pages = new Watchers<PageSubscription>();
  #running: { stop(): Promise<void> }[] = [];
  #isStopping = false;
  #allClosed: (() => void) | undefined;

  constructor(dependencies: LiveDependencies) {
    this.callers = dependencies.callers;
    this.sources = dependencies;
    this.links = dependencies;
    this.#events = dependencies.events;
    this.#logger = dependencies.logger;
    this.limits = dependencies.limits;
    this.#unauthenticated = dependencies.unauthenticated;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: this.limits.liveMaxFrame,
      perMessageDeflate: false, // memory per connection, for frames that are small
    });
    const connections = this.#connections;
    new Gauge({
      name: "heliograph_live_connections",
      help: "Open connections of the live view",
      registers: [dependencies.registry],
      collect() {
        this.set(connections.size);
      },
    });
  }

  start(): void {
    this.#listen("attributes-changed", (event) => this.#tell(event, (watcher) => watcher.attributesChanged(event)));
    this.#listen("telemetry-deleted", (event) => this.#tell(event, (watcher) => watcher.telemetryDeleted(event)));
    this.#listen("device-activity", (event) => this.#tell(event, (watcher) => watcher.activityChanged(event)));
    this.#listen("device-removed", (event) => this.#tell(event, (watcher) => watcher.removed()));
    this.#listen("devices-moved", ({ deviceIds, projectId }) => {
      for (const deviceId of deviceIds) this.#tell({ deviceId }, (watcher) => watcher.moved(projectId));
    });
    for (const [event, list] of listEvents) {
      this.#listen(event, ({ deviceId }) => this.#tell({ deviceId }, (watcher) => watcher.listChanged(list)));
    }
    this.#listen("alarm-changed", (event) => {
      for (const watcher of this.alarms.now) watcher.changed(event);
    });
    this.#listen("inbox-changed", (event) => {
      for (const watcher of this.inboxes.now) watcher.changed(event);
    });
    this.#listen("access-changed", (event) => {
      void this.#recheck((principal) => concernsPrincipal(event, principal));
      this.#doubt((visit) => visit.isConcernedBy(event));
    });
    this.#listen("shares-changed", (event) => this.#doubt((visit) => visit.isOf(event)));
    const failed = (error: unknown) => this.failed(error);
    this.#running.push(
      repeat(this.limits.liveHeartbeat, failed, async () => this.#each((connection) => connection.heartbeat())),
      repeat(this.limits.liveRecheck, failed, () => this.#recheck(() => true)),
      repeat(this.limits.liveRecheck, failed, () => this.#recheckVisits()),
      repeat(this.limits.livePageChoice, failed, async () => {
        for (const page of this.pages.now) page.lookForOthers();
      }),
    );
  }

  /**
   * Takes over a socket that asked for the live view. Until it has authenticated it counts as such [API10]
   * and takes none of the places of those who have.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isStopping) throw liveBusy();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const stopCounting = this.#unauthenticated.limitBytes(request.socket);
      const known = () => {
        stopCounting();
        this.#unauthenticated.known(request.socket);
      };
      const address = request.socket.remoteAddress ?? "unknown";
      const endSoon = () => request.socket.destroySoon();
      this.#connections.add(new Connection(webSocket, this, { address, known, endSoon }));
    });
  }

  /** Says good-bye, and resolves when all have closed or were cut off. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running.map((running) => running.stop()));
    this.#running = [];
    if (this.#connections.size === 0) return;
    const allClosed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
    });
    this.#each((connection) => connection.close(goingAway, "the node is stopping"));
    await allClosed;
  }

  admits(caller: Caller): boolean {
    const open = [...this.#connections].filter(({ isOpen }) => isOpen);
    const known = open.flatMap(({ principal, visit }) => principal ?? visit ?? []);
    return hasPlace(known, caller, this.limits);
  }

  left(connection: Connection): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#allClosed?.();
  }

  failed(error: unknown): void {
    this.#logger.error({ err: error }, "the live view failed");
  }

  #listen<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const stopListening = this.#events.subscribe(name, listener);
    this.#running.push({ stop: async () => stopListening() });
  }

  #tell({ deviceId }: { readonly deviceId: DeviceId }, tell: (watcher: DeviceWatcher) => void): void {
    for (const watcher of this.devices.of(deviceId)) tell(watcher);
  }

  #each(act: (connection: Connection) => void): void {
    for (const connection of [...this.#connections]) act(connection);
  }

  async #recheck(isConcerned: (principal: Principal) => boolean): Promise<void> {
    for (const connection of [...this.#connections]) {
      if (connection.principal && isConcerned(connection.principal)) await connection.recheck();
    }
  }

  async #recheckVisits(): Promise<void> {
    const lookedAt: LookedAt = new Map();
    for (const connection of [...this.#connections]) if (connection.visit) await connection.recheck(lookedAt);
  }

  #doubt(isConcerned: (visit: ShareVisit) => boolean): void {
    this.#each((connection) => connection.visit && isConcerned(connection.visit) && void connection.doubt());
  }
}
