import type { Envelope } from "../../../core/node-line/envelope.ts";
import { answerOf, answerOfError, type NodeLine } from "../../../core/node-line/index.ts";
import type { PointBatch, Receipt, Sample } from "../../../core/telemetry/index.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DeviceId } from "../../../kernel/ids.ts";
import { epochMs } from "../../../kernel/time.ts";
import type { TelemetryBlocks } from "../index.ts";
import type { ExposedReceipts } from "./exposed-receipts.ts";
import { idsAsBytes } from "./ids-in.ts";
import { messageIn, messageOf, pointsFromBytes, samplesToBytes } from "./sample-codec.ts";
import {
  type AggregateAsked,
  type AppendAsked,
  type ArrivedAsked,
  type ChunkAsked,
  type DeleteAsked,
  type HavingAsked,
  type KeysAsked,
  type LatestAsked,
  type NewestAsked,
  type SavedTold,
  type SearchAsked,
  topics,
} from "./topics.ts";

export interface AnsweringParts {
  readonly line: NodeLine;
  readonly local: TelemetryBlocks;
  readonly receipts: ExposedReceipts;
  /** Points that another node brought are durable. */
  readonly stored: (device: DeviceId, batch: PointBatch) => void;
  readonly requireShards: (shards: readonly number[]) => void;
  readonly onTrouble: (error: unknown) => void;
}

const done = (): Uint8Array => new Uint8Array();
const encoder = new TextEncoder();
const text = (value: string): Uint8Array => encoder.encode(value);

/** Answers what other nodes ask of the devices that this one has; those it has not it refuses. */
export function answerPoints(parts: AnsweringParts): void {
  const { line, local, receipts } = parts;
  const on = <Head>(
    topic: (typeof topics)[keyof typeof topics],
    answer: (head: Head, tails: readonly Uint8Array[], from: string) => Promise<Uint8Array>,
  ) =>
    line.answer(topic, ({ body, from }: Envelope) => {
      const { head, tails } = messageIn<Head>(body);
      return answer(head, tails, from);
    });
  on<readonly AppendAsked[]>(topics.append, (asked, points, from) => appendAll(parts, asked, points, from));
  on<LatestAsked>(topics.latest, async ({ device, keys }) => samplesByKey(await local.latest(device, keys)));
  on<NewestAsked>(topics.newest, async (asked) =>
    samplesToBytes(await local.newest(asked.map(([device, key]) => ({ device, key })))),
  );
  on<AggregateAsked>(topics.aggregate, async ({ device, key, by }, [edges = done()]) =>
    samplesToBytes(await local.aggregate(device, key, edgesFrom(edges), by)),
  );
  on<ChunkAsked>(topics.chunk, async (asked) => samplesToBytes(await firstChunk(local, asked)));
  on<DeleteAsked>(topics.delete, async ({ device, keys, range, isFollowers }) =>
    local.delete(device, keys, range, { isFollowers }).then(done),
  );
  on<DeviceId>(topics.forget, (device) => local.forget(device).then(done));
  answerSearches(parts, on);
  on<ArrivedAsked>(topics.arrived, async ({ session, device }, _, from) =>
    text(JSON.stringify(await receipts.arrived(session, device, from))),
  );
  line.hear(topics.saved, ({ body }) => {
    for (const [session, , position] of messageIn<SavedTold>(body).head)
      receipts.saved(session, position ?? Number.POSITIVE_INFINITY);
  });
}

type Searches = "estimate" | "matching" | "keys" | "having";
type On = <Head>(topic: (typeof topics)[Searches], answer: (head: Head) => Promise<Uint8Array>) => void;

function answerSearches({ local, requireShards }: AnsweringParts, on: On): void {
  on<SearchAsked>(topics.estimate, async ({ tenant, question, shards }) => {
    requireShards(shards);
    return text(String(await local.search.estimate(tenant, question)));
  });
  on<SearchAsked>(topics.matching, async ({ tenant, question, shards }) => {
    requireShards(shards);
    const found = await local.search.matching(tenant, question);
    requireShards(shards); // one that went away meanwhile may have been left out
    return idsAsBytes(found);
  });
  on<KeysAsked>(topics.keys, async ({ tenant, shards, atMost, ...question }) => {
    requireShards(shards);
    const found = await local.keySearch.keys(tenant, question, atMost);
    requireShards(shards);
    return text(JSON.stringify(found));
  });
  on<HavingAsked>(topics.having, async ({ tenant, keys, shards }) => {
    requireShards(shards);
    const found = await local.keySearch.devices(tenant, keys);
    requireShards(shards);
    return idsAsBytes(found);
  });
}

/** Each has an answer of its own: one that is refused keeps no other from being stored. */
async function appendAll(
  parts: AnsweringParts,
  asked: readonly AppendAsked[],
  points: readonly Uint8Array[],
  from: string,
): Promise<Uint8Array> {
  const answers = await Promise.all(asked.map((one, at) => appendOne(parts, one, points[at] ?? done(), from)));
  return messageOf([], ...answers);
}

async function appendOne(
  parts: AnsweringParts,
  asked: AppendAsked,
  points: Uint8Array,
  from: string,
): Promise<Uint8Array> {
  const { local, receipts, stored } = parts;
  const { device, owner, isFollowers } = asked;
  const receipt = receiptIn(asked);
  try {
    const batch = pointsFromBytes(points);
    if (receipt) await receipts.holders.learn(receipt.session, device);
    if (receipt) receipts.comes(receipt.session, device, from);
    await local.append(device, batch, { ...(owner && { owner }), receipt, isFollowers: isFollowers === true });
    stored(device, batch);
    return receipt ? answerOf(text(String(receipts.exposed(receipt.position, device)))) : storedSomewhere;
  } catch (error) {
    if (!(error instanceof AppError)) parts.onTrouble(error);
    return answerOfError(error);
  }
}

/** Whoever left no receipt does not ask for its position. */
const storedSomewhere = answerOf(text("0"));

function receiptIn({ receipt }: AppendAsked): Receipt | undefined {
  if (!receipt) return undefined;
  const [session, packetId] = receipt;
  return { session, packetId, position: 0 };
}

const samplesByKey = (latest: ReadonlyMap<string, Sample>): Uint8Array =>
  messageOf([...latest.keys()], samplesToBytes([...latest.values()]));

const edgesFrom = (bytes: Uint8Array) =>
  [...new Float64Array(new Uint8Array(bytes).buffer)].map((edge) => epochMs(edge));

async function firstChunk(local: TelemetryBlocks, asked: ChunkAsked): Promise<readonly Sample[]> {
  const { device, key, range, order, limit } = asked;
  for await (const chunk of local.scan(device, key, range, order, limit ?? Number.POSITIVE_INFINITY)) return chunk;
  return [];
}
