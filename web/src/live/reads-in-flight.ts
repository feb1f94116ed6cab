import type { LiveSample } from "@heliograph/client";
import type { TelemetryPoints } from "@heliograph/contract";
import { merged } from "./merge-latest.ts";

type News = Readonly<Record<string, LiveSample | null>>;

/** What the live connection tells while the server is asked may be newer than the answer: neither is lost. */
export class ReadsInFlight {
  readonly #reads = new Map<symbol, { readonly deviceId: string; readonly news: News[] }>();

  tell(deviceId: string, news: News): void {
    for (const read of this.#reads.values()) if (read.deviceId === deviceId) read.news.push(news);
  }

  async read(deviceId: string, ask: () => Promise<TelemetryPoints>): Promise<TelemetryPoints> {
    const [id, news] = [Symbol(), [] as News[]];
    this.#reads.set(id, { deviceId, news });
    try {
      return news.reduce(merged, await ask());
    } finally {
      this.#reads.delete(id);
    }
  }
}
