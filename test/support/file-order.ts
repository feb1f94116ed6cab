import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

const isIn = (place: string, { moduleId }: TestSpecification): boolean => moduleId.includes(place);

/** For most of their time these wait: for a lease to end, for a server that does not answer, for a clock. */
const waiting = [
  ...[
    "system/cluster-",
    "system/postgres-lease",
    "system/points-away",
    "system/notifications.",
    "system/forbidden-files",
  ],
  ...["system/mqtt/slow-readers", "system/mqtt/acknowledge", "system/mqtt/bytes", "system/unauthenticated"],
  ...[
    "contract/blob-store-s3",
    "contract/s3-direct-",
    "contract/cluster-",
    "contract/job-store",
    "contract/migrations",
  ],
  "contract/node-line",
];
const isWaiting = (file: TestSpecification): boolean => waiting.some((place) => isIn(`/test/${place}`, file));
const isLong = (file: TestSpecification): boolean => isIn("/test/system/", file) && !isWaiting(file);

/**
 * Long files first: until the end there is a short one left for every worker, and no core waits for the last of
 * another. What waits most is mixed with those of the first half, while the browser's stories and the checks have the
 * cores' time. Beyond that, the runner's own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const long = usual.filter(isLong);
    const half = Math.ceil(long.length / 2);
    const firstHalf = mixedEvenly(usual.filter(isWaiting), long.slice(0, half));
    const short = usual.filter((file) => !isLong(file) && !isWaiting(file));
    return [...firstHalf, ...long.slice(half), ...short];
  }
}
