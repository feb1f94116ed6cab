import { Counter, Gauge, type Registry } from "prom-client";
import type { Config } from "./config.ts";
import { type StrangerLimits, Strangers } from "./transports/strangers.ts";

type StrangerSettings = Pick<Config, "strangers" | "strangersPerNetwork" | "strangerBytes" | "strangerBytesPerNetwork">;

export const strangerLimitsOf = (config: StrangerSettings): StrangerLimits => ({
  atMost: config.strangers,
  perNetwork: config.strangersPerNetwork,
  bytes: config.strangerBytes,
  bytesPerNetwork: config.strangerBytesPerNetwork,
});

/** One for all that is served in this thread: an address counts once, whatever it speaks [API10]. */
export function countedStrangers(config: StrangerSettings, registry: Registry): Strangers {
  const strangers = new Strangers(strangerLimitsOf(config));
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
  return strangers;
}
