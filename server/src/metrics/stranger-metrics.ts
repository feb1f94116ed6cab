import { Counter, Gauge, type Registry } from "prom-client";
import type { Strangers } from "../transports/strangers.ts";

/** Who is not authenticated yet, and who had to go for that [API10]. */
export function measureStrangers(registry: Registry, strangers: Strangers): void {
  new Gauge({
    name: "heliograph_strangers",
    help: "Connections and requests that are not authenticated yet",
    registers: [registry],
    collect() {
      this.set(strangers.count);
    },
  });
  new Counter({
    name: "heliograph_strangers_turned_away_total",
    help: "Those that had to make room for others before they authenticated",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(strangers.turnedAway);
    },
  });
}
