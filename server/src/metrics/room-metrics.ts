import { Gauge, type Registry } from "prom-client";
import type { DiskRoom } from "../adapters/data-folder/disk-room.ts";

interface Measured {
  readonly registry: Registry;
  readonly room: Pick<DiskRoom, "problem" | "freeBytes">;
}

/** Whether the node can write [RUN11]. */
export function measureRoom({ registry, room }: Measured): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value());
      },
    });
  gauge("heliograph_writable", "1 while the node can write, 0 while the disk is full, read-only or failing", () =>
    room.problem ? 0 : 1,
  );
  gauge("heliograph_disk_free_bytes", "Free on the disk of the data folder, beside the reserve", () => room.freeBytes);
}
