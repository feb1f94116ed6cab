// What everybody would have measured before the demo began: coarse a month ago, as fine as live lately.
import type { Actor, Reading } from "./actor.ts";
import type { Begin } from "./begin.ts";
import { dayMs, minuteMs, secondMs } from "./noise.ts";
import type { Stage, StagedActor } from "./stage.ts";

const ofYesterday = { forMs: dayMs, everyMs: 20 * secondMs };
const close = { forMs: 40 * minuteMs, everyMs: 5 * secondMs };
/** A body is so long; far below what a node takes. */
const readingsPerBody = 3_000;

interface StampedReading {
  readonly ts: number;
  readonly values: Reading;
}

/** What was measured while the scene was filled: from the end of the past to when devices begin to send themselves. */
export async function sendMeanwhile({ api, actors }: Stage, begin: Begin): Promise<void> {
  const now = Date.now();
  const moments = Array.from({ length: Math.floor((now - begin.ts) / secondMs) }, (_, at) => begin.ts + at * secondMs);
  for (const { id, reading, isRetired } of actors) {
    const body = moments.map((ts) => ({ ts, values: reading(ts) ?? {} }));
    if (!isRetired && body.length > 0) await api.telemetry.write({ deviceId: id, body });
  }
}

/** Device by device in the order of time, so that rules see it as it would have come. */
export async function sendHistory({ api, actors }: Stage, begin: Begin, days: number): Promise<number> {
  let points = 0;
  for (const actor of actors)
    for (const body of bodiesOf(actor, begin.ts, days)) {
      await api.telemetry.write({ deviceId: actor.id, body });
      points += body.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
    }
  return points;
}

function* bodiesOf(actor: StagedActor, begin: number, days: number): Generator<StampedReading[]> {
  let body: StampedReading[] = [];
  for (const reading of pastOf(actor, begin, days)) {
    body.push(reading);
    if (body.length < readingsPerBody) continue;
    yield body;
    body = [];
  }
  if (body.length > 0) yield body;
}

/** It says once where it stands. */
function* pastOf(actor: StagedActor, begin: number, days: number): Generator<StampedReading> {
  const { reading, place } = actor;
  let isPlaced = place === undefined;
  for (const ts of momentsOf(actor, begin, days)) {
    const measured = reading(ts);
    if (!measured) continue;
    yield { ts, values: isPlaced ? measured : { ...measured, ...place } };
    isPlaced = true;
  }
}

function* momentsOf({ pastEveryMs, closeMs }: Actor, begin: number, days: number): Generator<number> {
  const from = begin - days * dayMs;
  const stretches = [
    { forMs: days * dayMs, everyMs: pastEveryMs },
    ofYesterday,
    { ...close, forMs: closeMs ?? close.forMs },
  ];
  for (const [at, stretch] of stretches.entries()) {
    const to = begin - (stretches[at + 1]?.forMs ?? 0);
    for (let ts = Math.max(from, begin - stretch.forMs); ts < to; ts += stretch.everyMs) yield Math.round(ts);
  }
}
