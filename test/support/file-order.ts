import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

const isIn = (place: string, { moduleId }: TestSpecification): boolean => moduleId.includes(place);
const isInBrowser = (file: TestSpecification): boolean => isIn("/test/system/web/", file);
/** Suites that wait as long as the stories of the system do, for a server that does not answer or for a clock. */
const waiting = ["blob-store-s3", "s3-direct-", "cluster-", "job-store", "migrations", "node-line"];
const isLong = (file: TestSpecification): boolean =>
  isIn("/test/system/", file) || waiting.some((suite) => isIn(`/test/contract/${suite}`, file));

/**
 * Long files first: until the end there is a short one left for every worker, and no core waits for the last story of
 * another. Browsers keep a core busy and most other system tests wait for something, so that they are mixed: one at a
 * time either would have too little of the cores or leave some of them idle. Beyond that, the runner's own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const long = usual.filter(isLong);
    const mixed = mixedEvenly(
      long.filter(isInBrowser),
      long.filter((file) => !isInBrowser(file)),
    );
    return [...mixed, ...usual.filter((file) => !isLong(file))];
  }
}
