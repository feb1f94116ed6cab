import type { LeftConsumer, LogConsumer, UnseenCommit, UnseenPart } from "../storage/unseen-commits.ts";
import { byteas, bytesOf, int4s, int8s, texts } from "./binary-arrays.ts";
import { allShards } from "./shards.ts";
import { type Row, type Statement, statement } from "./statement-batch.ts";
import { frameOf, storedFrame } from "./stored-frame.ts";

const noted = "select name, position from points_position where shard = $1::smallint";
/** A node that was alone has noted among the entities how far its rules and its calculated channels are. */
const alone = {
  rules: {
    isThere: "select to_regclass('rule_progress') is not null",
    noted: "select max(position) from rule_progress",
  },
  calculations: {
    isThere: "select to_regclass('calculation_progress') is not null",
    noted: "select max(position) from calculation_progress",
  },
} as const;

/** Only of shards that are under the name of the one that is gone still: of others nothing was left. */
const leave = `insert into points_unseen (log, seq, shard, consumer, epoch, frame_check, frame)
  select $1::smallint, u.seq, u.shard, u.consumer, case when $1::smallint = ${allShards} then 0 else held.epoch end,
    u.frame_check, u.frame
  from unnest($3::bigint[], $4::int[], $5::text[], $6::bigint[], $7::bytea[]) with ordinality
    u (seq, shard, consumer, frame_check, frame, place)
  join points_shard held on held.id = u.shard and held.owner = $2::text
  order by u.place on conflict do nothing`;
const find = `select id, consumer, epoch, seq, frame_check, frame from points_unseen
  where shard = any ($1::int[]) order by id`;
const remove = "delete from points_unseen where id = any ($1::bigint[])";
const shardsOf = "select id, shard from points_series where id = any ($1::int[])";

type Ask = (text: string, values?: Parameters<typeof statement>[1]) => Promise<readonly Row[]>;

/** How far the consumers of a log were; nobody followed where that is not noted. Receipts are noted with shards that are given. */
export async function leftConsumersOf(log: number, ask: Ask): Promise<LeftConsumer[]> {
  const positions = new Map((await ask(noted, [log])).map(([name, position]) => [name, Number(position)]));
  const receipts: LeftConsumer = { name: "receipts", after: positions.get("receipts") ?? 0 };
  const followed = positions.get("followed") ?? 0;
  if (followed === 0) return [receipts];
  const own = async (name: "rules" | "calculations"): Promise<LeftConsumer> => {
    const position = log === allShards ? await notedAlone(name, ask) : (positions.get(name) ?? 0);
    return { name, after: Math.max(position, followed - 1) };
  };
  return [receipts, await own("rules"), await own("calculations")];
}

async function notedAlone(name: keyof typeof alone, ask: Ask): Promise<number> {
  if ((await ask(alone[name].isThere))[0]?.[0] !== "t") return 0;
  return Number((await ask(alone[name].noted))[0]?.[0] ?? 0);
}

export function leaving(log: number, owner: string, parts: readonly UnseenPart[]): Statement {
  const frames = parts.map(({ frame }) => storedFrame(frame));
  return statement(leave, [
    ...[log, owner, int8s(parts.map(({ position }) => position)), int4s(parts.map(({ shard }) => shard))],
    texts(parts.map(({ consumer }) => consumer)),
    ...[int8s(frames.map(({ check }) => check)), byteas(frames.map(({ bytes }) => bytes))],
  ]);
}

export const removing = (ids: readonly number[]): Statement => statement(remove, [int8s(ids)]);

export async function findUnseen(shards: readonly number[], ask: Ask): Promise<UnseenCommit[]> {
  return (await ask(find, [int4s(shards)])).map(([id, consumer, epoch, seq, check, frame]) => ({
    id: Number(id),
    consumer: consumer as LogConsumer,
    epoch: Number(epoch),
    position: Number(seq),
    frame: frameOf(bytesOf(frame), Number(check)),
  }));
}

export async function shardsOfSeries(series: readonly number[], ask: Ask): Promise<ReadonlyMap<number, number>> {
  return new Map((await ask(shardsOf, [int4s(series)])).map(([id, shard]) => [Number(id), Number(shard)]));
}
