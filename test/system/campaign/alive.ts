import { setTimeout as sleep } from "node:timers/promises";
import type { RestResponse } from "../../support/rest-client.ts";
import type { Life } from "./party.ts";

const pauseMs = 25;
/** What a client of a node that dies, or cannot store for a moment, meets. */
export const interruption = /closed|ECONN|EPIPE|socket hang up|aborted|refused|not now/;

/** Does it again and again, over interruptions, until the node is gone; anything else that is thrown is a fault. */
export async function whileAlive(life: Life, act: () => Promise<void>): Promise<void> {
  while (!life.isOver) {
    try {
      await act();
    } catch (error) {
      if (!interruption.test(String(error))) throw error;
      if (!life.isOver) await sleep(pauseMs);
    }
  }
}

/** Asks again, over interruptions, until it is told. */
export async function untilTold<Told>(patienceMs: number, ask: () => Promise<Told>): Promise<Told> {
  for (const end = performance.now() + patienceMs; ; await sleep(pauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!interruption.test(String(error)) || performance.now() > end) throw error;
    }
  }
}

/** True when the node acknowledged it; a node that is busy or full says so, everything else is a fault. */
export function isAcknowledged(response: RestResponse): boolean {
  if (response.status < 300) return true;
  if (response.status === 503 || response.status === 429) return false;
  throw new Error(`an answer nobody expected: ${response.status} ${response.text}`);
}

/** The same for requests of which nothing can be kept before they are acknowledged, and for questions. */
export function acknowledgedOnly(response: RestResponse): RestResponse {
  if (!isAcknowledged(response)) throw new Error("not now");
  return response;
}
