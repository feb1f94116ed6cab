import { Counter, Gauge, type Registry } from "prom-client";
import type { ContentCheck, FileStore } from "../core/files/index.ts";
import { orUnknown } from "./or-unknown.ts";

interface Measured {
  readonly registry: Registry;
  readonly contentCheck: ContentCheck;
  readonly fileStore: Pick<FileStore, "damagedContents">;
}

/** What became of stored contents [REL5]. */
export function measureContents({ registry, contentCheck, fileStore }: Measured): void {
  new Gauge({
    name: "heliograph_damaged_contents",
    help: "Contents of files that are not as they were stored",
    registers: [registry],
    async collect() {
      this.set(await orUnknown(fileStore.damagedContents()));
    },
  });
  new Counter({
    name: "heliograph_checked_content_bytes_total",
    help: "Bytes of contents that were compared with their hashes and found whole",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(contentCheck.checkedBytes);
    },
  });
}
