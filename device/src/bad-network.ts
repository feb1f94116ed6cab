import { setTimeout as delay } from "node:timers/promises";

/** Chances are per contact, from 0 to 1. */
export interface NetworkFaults {
  /** The request never arrives. */
  readonly loseRequest?: number;
  /** It arrives and is acted on, but its answer gets lost: the device cannot know. */
  readonly loseAnswer?: number;
  /** It arrives twice, as after a retry below us; the device hears the second answer. */
  readonly duplicate?: number;
  /** At most so many milliseconds on the way, each way. */
  readonly delayMs?: number;
  /** For runs that can be repeated. */
  readonly random?: () => number;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class NetworkFault extends Error {
  override readonly name = "NetworkFault";
}

/** `fetch` over a network as loggers have it in the field: it drops, it is slow, it delivers twice. */
export function badNetwork(faults: NetworkFaults, send: Fetch = fetch): Fetch {
  const { loseRequest = 0, loseAnswer = 0, duplicate = 0, delayMs = 0, random = Math.random } = faults;
  const happens = (chance: number) => random() < chance;
  const onTheWay = () => delay(random() * delayMs);
  return async (url, init) => {
    await onTheWay();
    if (happens(loseRequest)) throw new NetworkFault("the request was lost");
    if (happens(duplicate)) await (await send(url, init)).arrayBuffer();
    const answer = await send(url, init);
    await onTheWay();
    if (!happens(loseAnswer)) return answer;
    await answer.arrayBuffer();
    throw new NetworkFault("the answer was lost");
  };
}
