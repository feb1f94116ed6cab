import type { Owners } from "../../core/cluster/index.ts";
import type { EventBus, Events } from "../../core/events/index.ts";
import type { NodeLine } from "../../core/node-line/index.ts";
import { bytesOf, dataIn } from "../../core/node-line/index.ts";
import { repeat } from "../../kernel/repeat.ts";
import { HeardNodes } from "./heard-nodes.ts";

const said = { name: "events", version: 1 } as const;
/** Each node says how much it has said, also when that is nothing: whoever misses something finds out. */
const beatMs = 400;

type Said = readonly [keyof Events, unknown];

/** What crosses: the events of one turn, counted from the first this node ever said. */
interface Message {
  readonly first: number;
  readonly events: readonly Said[];
}

/** These are about this node only. */
const ofThisNode: ReadonlySet<keyof Events> = new Set(["events-missed"]);

/**
 * Events of all nodes. What another one says is told to those who listen here; that something was not heard, be it that NATS was away, is
 * noticed within a second and told as well: then nothing that was remembered counts [CLU2].
 */
export class ClusterBus implements EventBus {
  readonly #local: EventBus;
  readonly #line: NodeLine;
  readonly #heard: HeardNodes;
  #unsaid: Said[] = [];
  #said = 0;
  /** An event of another node is being told: what follows from it follows there, too. */
  #isHearing = false;

  constructor(local: EventBus, line: NodeLine, owners: Owners, self: string) {
    this.#local = local;
    this.#line = line;
    this.#heard = new HeardNodes(self, () => this.#missed());
    owners.onSeen(({ members }) => this.#heard.members(members.map(({ node }) => node)));
  }

  start(): () => Promise<void> {
    this.#line.subscribe(said, ({ from, body }) => this.#hear(from, dataIn(body)));
    const beats = repeat(
      beatMs,
      () => undefined,
      async () => {
        this.#say();
        this.#heard.look();
      },
    );
    return () => beats.stop();
  }

  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    this.#local.publish(name, event);
    if (this.#isHearing || ofThisNode.has(name)) return;
    if (this.#unsaid.length === 0) setImmediate(() => this.#say());
    this.#unsaid.push([name, event]);
  }

  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    return this.#local.subscribe(name, listener);
  }

  /** What is too long for one message, or said while nobody is reached, is missed by the others, who notice. */
  #say(): void {
    const [events, first] = [this.#unsaid, this.#said];
    this.#unsaid = [];
    this.#said += events.length;
    const message: Message = { first, events };
    try {
      this.#line.publish(said, bytesOf(message));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }

  #hear(from: string, { first, events }: Message): void {
    const isWhole = this.#heard.from(from, first, events.length);
    this.#isHearing = true;
    try {
      for (const [name, event] of events) this.#local.publish(name, heardEvent(name, event) as never);
    } finally {
      this.#isHearing = false;
    }
    if (!isWhole) this.#missed();
  }

  #missed(): void {
    this.#isHearing = true;
    try {
      this.#local.publish("events-missed", {});
      this.#local.publish("access-changed", { of: "everybody" });
    } finally {
      this.#isHearing = false;
    }
  }
}

/** A file is read by the node that got it. */
const heardEvent = (name: keyof Events, event: unknown): unknown =>
  name === "file-changed" ? { ...(event as object), isReceived: false } : event;
