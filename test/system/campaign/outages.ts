import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../support/postgres-server.ts";
import type { Chance } from "./chance.ts";

const ways = ["killed", "stopped at once", "frozen", "one process killed"] as const;
const longestMs = 4_000;

/** What happens to the PostgreSQL that the node stores its entities in, when it has one. */
export class Outages {
  /** How often, by what happened. */
  readonly count: Record<string, number> = {};
  readonly #server: PostgresServer | undefined;
  #state: (typeof ways)[number] | "well" = "well";

  constructor(server: PostgresServer | undefined) {
    this.#server = server;
  }

  /** So short that a campaign is not spent waiting for the lease of a killed node. */
  get env(): Record<string, string> {
    if (!this.#server) return {};
    return { HELIO_DATABASE_URL: this.#server.url, HELIO_DATABASE_LEASE: "5s", HELIO_DATABASE_TIMEOUT: "2s" };
  }

  get arePossible(): boolean {
    return this.#server !== undefined;
  }

  /** True for what a start says that met one. */
  explain(refusal: string): boolean {
    return this.arePossible && /database does not answer|PostgreSQL did not answer/.test(refusal);
  }

  /** One of them, for a while; or until the node is started again. */
  async strike(chance: Chance): Promise<void> {
    const way = chance.of(ways) ?? "killed";
    if (!this.#server || this.#state !== "well") return;
    this.count[way] = (this.count[way] ?? 0) + 1;
    this.#state = way;
    await begin(this.#server, way, chance);
    await sleep(chance.below(longestMs));
    if (chance.happens(0.7)) await this.end();
  }

  async end(): Promise<void> {
    if (this.#state === "frozen") this.#server?.signal("SIGCONT");
    if (this.#state === "killed" || this.#state === "stopped at once") await this.#server?.startAgain();
    this.#state = "well";
  }

  /** Not before the node that is starting has looked for it. */
  async endSoon(chance: Chance): Promise<void> {
    const wait = chance.below(longestMs);
    if (this.#state === "well") return;
    await sleep(wait);
    await this.end();
  }
}

async function begin(server: PostgresServer, way: (typeof ways)[number], chance: Chance): Promise<void> {
  if (way === "killed") await server.kill();
  if (way === "stopped at once") await server.stopAtOnce();
  if (way === "frozen") server.signal("SIGSTOP");
  const victim = way === "one process killed" ? chance.of(server.children) : undefined;
  if (victim !== undefined) server.killChild(victim);
}
