import { Counter, type Registry } from "prom-client";
import { type RequestCounts, requestOutcomes } from "../adapters/blobs/s3/request-counts.ts";

interface Measured {
  readonly registry: Registry;
  readonly s3Requests: Readonly<RequestCounts> | undefined;
}

/** What an S3 answered; nothing where files are in the data folder [CLU4]. */
export function measureS3({ registry, s3Requests }: Measured): void {
  if (!s3Requests) return;
  new Counter({
    name: "heliograph_files_s3_requests_total",
    help: "Requests to the S3 that keeps files, by what became of them",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const outcome of requestOutcomes) this.inc({ outcome }, s3Requests[outcome]);
    },
  });
}
