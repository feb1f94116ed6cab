import { Counter, Gauge, type Registry } from "prom-client";
import type { NodePoints } from "../adapters/telemetry-blocks/index.ts";

interface Measured {
  readonly registry: Registry;
  readonly telemetryStore: Pick<NodePoints, "place" | "commits" | "isReachable">;
}

/** Where points are, whether they are taken, and what waits to become durable [CLU4]. */
export function measurePoints({ registry, telemetryStore }: Measured): void {
  gauge(registry, "heliograph_points_reachable", "1 while the store of points answers, 0 while it is away", () =>
    telemetryStore.isReachable ? 1 : 0,
  );
  gauge(registry, "heliograph_points_waiting_bytes", "Bytes of points that were taken and are not durable yet", () => {
    return telemetryStore.commits.waitingBytes;
  });
  gauge(registry, "heliograph_points_held_back", "Messages with points that wait to be taken", () => {
    return telemetryStore.commits.heldBack;
  });
  measureCommits(registry, telemetryStore);
}

function gauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(value());
    },
  });
}

function measureCommits(registry: Registry, store: Measured["telemetryStore"]): void {
  const labels = { place: store.place };
  new Counter({
    name: "heliograph_points_commits_total",
    help: "Commits of points by where they are stored (file, postgres) and what became of them (stored, failed)",
    labelNames: ["place", "outcome"],
    registers: [registry],
    collect() {
      const { committed, failed } = store.commits;
      this.reset();
      this.inc({ ...labels, outcome: "stored" }, committed);
      this.inc({ ...labels, outcome: "failed" }, failed);
    },
  });
  new Counter({
    name: "heliograph_points_commit_seconds_total",
    help: "Seconds all of these commits took together",
    labelNames: ["place"],
    registers: [registry],
    collect() {
      this.reset();
      this.inc(labels, store.commits.seconds);
    },
  });
}
