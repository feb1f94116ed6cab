import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

/** By how long their files take. */
const projects = ["alone", "nodes", "units", "web"];

const isIn = (place: string, { moduleId }: TestSpecification): boolean => moduleId.includes(place);
const isSystem = (file: TestSpecification): boolean => isIn("/test/system/", file);
/** Of those with nodes the system tests take longer than the others. */
const rankOf = (file: TestSpecification): number => 2 * projects.indexOf(file.project.name) + (isSystem(file) ? 0 : 1);
const isInBrowser = (file: TestSpecification): boolean => isIn("/test/system/web/", file);

/**
 * Long files first: until the end there is a short one left for every worker, and no core waits for the last story of
 * another. Browsers keep a core busy and most other system tests wait for something, so that they are mixed: one at a
 * time either would have too little of the cores or leave some of them idle. Beyond that, the runner's own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const system = usual.filter(isSystem);
    const rest = usual.filter((file) => !system.includes(file));
    const mixed = mixedEvenly(
      system.filter(isInBrowser),
      system.filter((file) => !isInBrowser(file)),
    );
    return [...rest, ...mixed].sort((a, b) => rankOf(a) - rankOf(b));
  }
}
