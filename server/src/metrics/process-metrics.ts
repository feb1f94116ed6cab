import { collectDefaultMetrics, Registry } from "prom-client";

let ofProcess: Registry | undefined;

function measured(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/**
 * What the process does, whoever runs in it. Measured once: what measures garbage and the event loop never stops, and of
 * several nodes that start one after another in a process each would go on being held by it.
 */
export function measureProcess(registry: Registry): void {
  ofProcess ??= measured();
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
}
