import { Gauge, type Registry } from "prom-client";
import type { Wills } from "../transports/mqtt/session/wills.ts";

/** Here and not with the other metrics of MQTT: wills wait in one place for all threads. */
export function measureWills(registry: Registry, wills: Wills): void {
  new Gauge({
    name: "heliograph_mqtt_wills_waiting",
    help: "Wills whose delay is not over",
    registers: [registry],
    collect() {
      this.set(wills.waiting);
    },
  });
}
