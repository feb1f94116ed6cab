import { Gauge, type Registry } from "prom-client";
import type { OpenPolls } from "../transports/device-api/open-polls.ts";

export function measurePolls(registry: Registry, polls: OpenPolls): void {
  new Gauge({
    name: "heliograph_device_polls_open",
    help: "Requests of devices that wait for calls or attributes over HTTP",
    registers: [registry],
    collect() {
      this.set(polls.count);
    },
  });
}
