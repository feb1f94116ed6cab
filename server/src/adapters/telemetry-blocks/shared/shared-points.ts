import type { KeyMatches } from "../../../core/channel-search/index.ts";
import { type ClusterOfNode, shardOf } from "../../../core/cluster/index.ts";
import type { LatestMatches } from "../../../core/device-groups/index.ts";
import { dataIn } from "../../../core/node-line/index.ts";
import type {
  AggregateFunction,
  AppendTerms,
  Arrived,
  BucketEdges,
  DeleteTerms,
  KeySelection,
  PointBatch,
  Receipt,
  ReceiptLog,
  Sample,
  SeriesName,
  TimeRange,
} from "../../../core/telemetry/index.ts";
import type { DeviceId, MqttSessionId, TenantId } from "../../../kernel/ids.ts";
import { type EpochMs, epochMs } from "../../../kernel/time.ts";
import { MessagesUnderWay } from "../commit/messages-under-way.ts";
import { type NodePoints, notHere, type TelemetryBlocks } from "../index.ts";
import { answerPoints } from "./answer-points.ts";
import { AppendLane, type LaneBounds } from "./append-lane.ts";
import { AtOwner } from "./at-owner.ts";
import { ExposedReceipts } from "./exposed-receipts.ts";
import { messageIn, messageOf, pointsToBytes, samplesFromBytes } from "./sample-codec.ts";
import { SavedElsewhere } from "./saved-elsewhere.ts";
import { SharedKeySearch } from "./shared-key-search.ts";
import { SharedSearch } from "./shared-search.ts";
import { type AppendAsked, topics } from "./topics.ts";

export interface SharedPointsTerms extends LaneBounds {
  readonly waitMs: number;
  readonly waitAtMost: number;
  readonly onTrouble: (error: unknown) => void;
}

const isSample = (sample: Sample | undefined): sample is Sample => sample !== undefined;

/**
 * The points of all nodes, as one of them sees them: what it has it does itself, everything else is asked of who has the device,
 * also while that changes [CLU2]. What is acknowledged is durable at the owner; what nobody took within a time is refused.
 */
export class SharedPoints implements NodePoints {
  readonly #local: TelemetryBlocks;
  readonly #cluster: ClusterOfNode;
  readonly #terms: SharedPointsTerms;
  readonly #atOwner: AtOwner;
  readonly #receipts: ExposedReceipts;
  readonly #savedElsewhere: SavedElsewhere;
  readonly #underWay = new MessagesUnderWay();
  readonly #lanes = new Map<string, AppendLane>();
  readonly search: LatestMatches;
  readonly keySearch: KeyMatches;
  /** Told of points of this node's devices, wherever they came from. */
  onStored: (device: DeviceId, batch: PointBatch) => void = () => undefined;

  constructor(local: TelemetryBlocks, cluster: ClusterOfNode, terms: SharedPointsTerms) {
    const { owners, line, self } = cluster;
    [this.#local, this.#cluster, this.#terms] = [local, cluster, terms];
    this.#atOwner = new AtOwner({ ...terms, owners, self: self.node });
    this.#receipts = new ExposedReceipts(local, owners);
    this.#savedElsewhere = new SavedElsewhere(line, owners);
    const requireShards = (shards: readonly number[]): void => {
      const held = new Set(local.held);
      if (!shards.every((shard) => held.has(shard))) throw notHere();
    };
    const parts = { line, local, requireShards, receipts: this.#receipts, onTrouble: terms.onTrouble };
    answerPoints({ ...parts, stored: (device, batch) => this.onStored(device, batch) });
    const searching = { ...parts, owners, self: self.node, atOwner: this.#atOwner };
    this.search = new SharedSearch({ ...searching, local: local.search });
    this.keySearch = new SharedKeySearch({ ...searching, local: local.keySearch });
  }

  append(device: DeviceId, batch: PointBatch, terms: AppendTerms = {}): Promise<void> {
    if (batch.length === 0) return Promise.resolve();
    const stored = this.#append(device, batch, terms);
    return terms.receipt ? this.#underWay.add(terms.receipt.session, stored) : stored;
  }

  #append(device: DeviceId, batch: PointBatch, terms: AppendTerms): Promise<void> {
    let points: Uint8Array | undefined;
    return this.#atOwner.of(device, {
      here: () => this.#appendHere(device, batch, terms),
      there: (node) => {
        points ??= pointsToBytes(batch);
        return this.#appendThere(node, device, points, terms);
      },
    });
  }

  async #appendHere(device: DeviceId, batch: PointBatch, terms: AppendTerms): Promise<void> {
    const own = terms.receipt && { ...terms.receipt }; // the log keeps it, with its own position
    if (own) await this.#receipts.holders.learn(own.session, device);
    if (own) this.#receipts.comes(own.session, device, this.#cluster.self.node);
    await this.#local.append(device, batch, { ...terms, receipt: own });
    if (own && terms.receipt) terms.receipt.position = this.#receipts.exposed(own.position, device);
    this.onStored(device, batch);
  }

  async #appendThere(node: string, device: DeviceId, points: Uint8Array, terms: AppendTerms): Promise<void> {
    const { owner, receipt, isFollowers } = terms;
    const asked: AppendAsked = {
      device,
      ...(owner && { owner }),
      ...(receipt && { receipt: [receipt.session, receipt.packetId] as const }),
      ...(isFollowers && { isFollowers }),
    };
    if (receipt) this.#savedElsewhere.comes(receipt.session, device);
    const position = await this.#laneTo(node).append(asked, points);
    if (receipt) receipt.position = position;
  }

  #laneTo(node: string): AppendLane {
    const known = this.#lanes.get(node);
    if (known) return known;
    for (const [gone, lane] of this.#lanes)
      if (lane.isIdle && !this.#cluster.owners.members.includes(gone)) this.#lanes.delete(gone);
    const lane = new AppendLane(this.#cluster.line, node, this.#terms);
    this.#lanes.set(node, lane);
    return lane;
  }

  #ask(node: string, topic: (typeof topics)[keyof typeof topics], head: unknown, ...tails: Uint8Array[]) {
    return this.#cluster.line.ask(node, topic, messageOf(head, ...tails));
  }

  /** Whoever follows the log of this node has passed everything that is in it now. */
  whenPassed(): Promise<void> {
    return this.#local.whenPassed();
  }

  /** These shards are this node's from now on. */
  came(shards: readonly number[]): void {
    this.#receipts.came(shards);
  }

  /** Whether the device is this node's. */
  has(device: DeviceId): boolean {
    return this.#local.hasHere(device);
  }

  latest(device: DeviceId, keys: KeySelection): Promise<ReadonlyMap<string, Sample>> {
    return this.#atOwner.of(device, {
      here: () => this.#local.latest(device, keys),
      there: async (node) => {
        const { head, tails } = messageIn<string[]>(await this.#ask(node, topics.latest, { device, keys }));
        const samples = samplesFromBytes(tails[0] ?? new Uint8Array(4));
        return new Map(samples.flatMap((sample, at) => (sample ? [[head[at] ?? "", sample] as const] : [])));
      },
    });
  }

  /** Each node is asked once for all of its devices. */
  async newest(asked: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    return this.#atOwner.insist(async () => {
      const found: (Sample | undefined)[] = Array.from({ length: asked.length });
      const places = asked.map((series, at) => ({ series, at }));
      const byOwner = Map.groupBy(places, ({ series: { device } }) => this.#ownerOf(device));
      const answers = [...byOwner].map(async ([node, some]) => {
        const samples = await this.#newestAt(
          node,
          some.map(({ series }) => series),
        );
        for (const [index, { at }] of some.entries()) found[at] = samples[index];
      });
      await Promise.all(answers);
      return found;
    });
  }

  #ownerOf(device: DeviceId): string {
    const owner = this.#cluster.owners.of(shardOf(device));
    if (owner === undefined) throw notHere();
    return owner;
  }

  async #newestAt(node: string, series: readonly SeriesName[]): Promise<readonly (Sample | undefined)[]> {
    if (node === this.#cluster.self.node) return this.#local.newest(series);
    const asked = series.map(({ device, key }) => [device, key]);
    return samplesFromBytes(await this.#ask(node, topics.newest, asked));
  }

  aggregate(device: DeviceId, key: string, edges: BucketEdges, by: AggregateFunction): Promise<readonly Sample[]> {
    return this.#atOwner.of(device, {
      here: () => this.#local.aggregate(device, key, edges, by),
      there: async (node) => {
        const bytes = new Uint8Array(Float64Array.from(edges).buffer);
        return samplesFromBytes(await this.#ask(node, topics.aggregate, { device, key, by }, bytes)).filter(isSample);
      },
    });
  }

  async keys(device: DeviceId): Promise<readonly string[]> {
    return [...(await this.latest(device, "all")).keys()].sort();
  }

  /** Chunk by chunk, each of whoever has the device then. */
  async *scan(
    device: DeviceId,
    key: string,
    range: TimeRange,
    order: "ASC" | "DESC" = "ASC",
    limit = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<readonly Sample[]> {
    let [left, rest] = [range, limit];
    while (rest > 0 && left.from < left.to) {
      const chunk = await this.#chunk(device, key, left, order, rest);
      const last = chunk.at(-1);
      if (last === undefined) return;
      yield chunk;
      rest -= chunk.length;
      left = order === "ASC" ? { ...left, from: epochMs(last.ts + 1) } : { ...left, to: last.ts };
    }
  }

  #chunk(device: DeviceId, key: string, range: TimeRange, order: "ASC" | "DESC", limit: number) {
    return this.#atOwner.of<readonly Sample[]>(device, {
      here: async () => {
        for await (const chunk of this.#local.scan(device, key, range, order, limit)) return chunk;
        return [];
      },
      there: async (node) => {
        const asked = { device, key, range, order, limit: Number.isFinite(limit) ? limit : null };
        return samplesFromBytes(await this.#ask(node, topics.chunk, asked)).filter(isSample);
      },
    });
  }

  async delete(device: DeviceId, keys: KeySelection, range: TimeRange, terms: DeleteTerms = {}): Promise<void> {
    await this.#atOwner.of(device, {
      here: () => this.#local.delete(device, keys, range, terms),
      there: async (node) => {
        await this.#ask(node, topics.delete, { device, keys, range, isFollowers: terms.isFollowers === true });
      },
    });
  }

  async forget(device: DeviceId): Promise<void> {
    await this.#atOwner.of(device, {
      here: () => this.#local.forget(device),
      there: async (node) => void (await this.#ask(node, topics.forget, device)),
    });
  }

  /** Of the devices this node has; the others do the same. */
  applyRetention(devices: AsyncIterable<DeviceId> | Iterable<DeviceId>, before: EpochMs): Promise<void> {
    return this.#local.applyRetention(devices, before);
  }

  /** What came over an earlier connection to this node may wait for an owner here, where no owner knows of it. */
  async arrived(session: MqttSessionId, device: DeviceId): Promise<Arrived> {
    const underWay = this.#underWay.settled(session);
    await underWay;
    const { wasUnderWay, receipts } = await this.#arrived(session, device);
    return { wasUnderWay: wasUnderWay || underWay !== undefined, receipts };
  }

  #arrived(session: MqttSessionId, device: DeviceId): Promise<Arrived> {
    return this.#atOwner.of(device, {
      here: () => this.#receipts.arrived(session, device, this.#cluster.self.node),
      there: async (node) => dataIn<Arrived>(await this.#ask(node, topics.arrived, { session, device })),
    });
  }

  /** At which node a session is, as its record says. */
  set recordedHolder(recorded: (session: MqttSessionId) => Promise<string | undefined>) {
    this.#receipts.holders.recorded = recorded;
  }

  unsaved(which: Parameters<ReceiptLog["unsaved"]>[0]): readonly Readonly<Receipt>[] {
    return this.#receipts.unsaved(which);
  }

  saved(session: MqttSessionId, position: number): void {
    this.#receipts.saved(session, position);
    this.#savedElsewhere.saved(session, position);
  }

  /** Positions are told with the epoch of their shard, which counts up by itself. */
  async startAfter(): Promise<void> {}

  /** With the shards that come [CLU2]. */
  async recover(): Promise<void> {}

  expectQuestions = (): void => this.#local.expectQuestions();
  ownedBy: NodePoints["ownedBy"] = (devices, owner) => this.#local.ownedBy(devices, owner);
  guardRoom: NodePoints["guardRoom"] = (requireRoom) => this.#local.guardRoom(requireRoom);
  onWriteFailure: NodePoints["onWriteFailure"] = (hear) => this.#local.onWriteFailure(hear);
  limitSeries: NodePoints["limitSeries"] = (limits) => this.#local.limitSeries(limits);
  /** At this node. */
  seriesOf: NodePoints["seriesOf"] = (tenant) => this.#local.seriesOf(tenant);
  tenantsHere = (): Iterable<TenantId> => this.#local.tenantsHere();
  countElsewhere: TelemetryBlocks["countElsewhere"] = (elsewhere) => this.#local.countElsewhere(elsewhere);
  follow: NodePoints["follow"] = (follower, after, known) => this.#local.follow(follower, after, known);
  passed = (position: number): void => this.#local.passed(position);
  underWay: NodePoints["underWay"] = () => this.#local.underWay();
  toldUpTo: NodePoints["toldUpTo"] = () => this.#local.toldUpTo();
  unfollow: NodePoints["unfollow"] = () => this.#local.unfollow();

  get place(): NodePoints["place"] {
    return this.#local.place;
  }

  /** The shards of this node. */
  get held(): readonly number[] {
    return this.#local.held;
  }

  get commits(): NodePoints["commits"] {
    return this.#local.commits;
  }

  get isReachable(): boolean {
    return this.#local.isReachable;
  }

  get isTaking(): boolean {
    return this.#local.isTaking;
  }
}
