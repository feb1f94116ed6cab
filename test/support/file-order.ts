import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

const isIn = (place: string, { moduleId }: TestSpecification): boolean => moduleId.includes(place);
const isSystem = (file: TestSpecification): boolean => isIn("/test/system/", file);
const isInBrowser = (file: TestSpecification): boolean => isIn("/test/system/web/", file);

/**
 * Long files first, which are those of the system: until the end there is a short one left for every worker, and no core
 * waits for the last story of another. Browsers keep a core busy and most other system tests wait for something, so that they are mixed: one at a
 * time either would have too little of the cores or leave some of them idle. Beyond that, the runner's own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const system = usual.filter(isSystem);
    const mixed = mixedEvenly(
      system.filter(isInBrowser),
      system.filter((file) => !isInBrowser(file)),
    );
    return [...mixed, ...usual.filter((file) => !isSystem(file))];
  }
}
