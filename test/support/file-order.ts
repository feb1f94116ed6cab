import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

const isIn = (place: string, { moduleId }: TestSpecification): boolean => moduleId.includes(place);
const isInBrowser = (file: TestSpecification): boolean => isIn("/test/system/web/", file);

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
 * Long files first: until the end there is a short one left for every worker, and no core waits for the last story of
 * another. Browsers keep a core busy and most other system tests wait for something, so that they are mixed: one at a
 * time either would have too little of the cores or leave some of them idle. What waits most belongs to the first half,
 * where the checks compute meanwhile. Beyond that, the runner's own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const long = usual.filter(isLong);
    const mixed = mixedEvenly(
      long.filter(isInBrowser),
      long.filter((file) => !isInBrowser(file)),
    );
    const half = Math.ceil(mixed.length / 2);
    const firstHalf = mixedEvenly(usual.filter(isWaiting), mixed.slice(0, half));
    const short = usual.filter((file) => !isLong(file) && !isWaiting(file));
    return [...firstHalf, ...mixed.slice(half), ...short];
  }
}
