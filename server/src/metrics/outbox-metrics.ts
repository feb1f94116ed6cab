import { Gauge, type Registry } from "prom-client";
import type { Outbox } from "../core/outbox/index.ts";
import { orUnknown } from "./or-unknown.ts";

interface Measured {
  readonly registry: Registry;
  readonly outbox: Outbox;
}

/** What waits to be told to the outside, and what nobody took. */
export function measureOutbox({ registry, outbox }: Measured): void {
  const gauge = (name: string, help: string, which: "waiting" | "givenUp") =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        this.set(await orUnknown(outbox.counts().then((counts) => counts[which])));
      },
    });
  gauge("heliograph_outbox_waiting", "Mails and other deliveries that wait", "waiting");
  gauge("heliograph_outbox_given_up", "Mails and other deliveries that were given up", "givenUp");
}
