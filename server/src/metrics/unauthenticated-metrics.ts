import { Counter, Gauge, type Registry } from "prom-client";
import type { UnauthenticatedPeers } from "../transports/unauthenticated-peers.ts";

/** Who is not authenticated yet, and who had to go for that [API10]. */
export function measureUnauthenticated(registry: Registry, unauthenticated: UnauthenticatedPeers): void {
  new Gauge({
    name: "heliograph_unauthenticated",
    help: "Connections and requests that are not authenticated yet",
    registers: [registry],
    collect() {
      this.set(unauthenticated.count);
    },
  });
  new Counter({
    name: "heliograph_unauthenticated_turned_away_total",
    help: "Those that had to make room for others before they authenticated",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(unauthenticated.turnedAway);
    },
  });
}
