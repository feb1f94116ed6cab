import { BaseSequencer, type TestSpecification } from "vitest/node";
import { mixedEvenly } from "./mixed-evenly.ts";

/** By how long their files take. */
const projects = ["alone", "system", "contract", "units"];

const rankOf = ({ project }: TestSpecification): number => projects.indexOf(project.name);
const isInBrowser = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/test/system/web/");

/**
 * Projects with long files first: until the end there is a short one left for every worker, and no core waits for the
 * last story of another. Browsers keep a core busy and most other system tests wait for something, so that they are
 * mixed: one at a time either would have too little of the cores or leave some of them idle. Beyond that, the runner's
 * own order.
 */
export class MixedAndLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const inBrowser = usual.filter(isInBrowser);
    const others = usual.filter((file) => !isInBrowser(file));
    const rest = others.filter(({ project }) => project.name !== "system");
    const system = others.filter(({ project }) => project.name === "system");
    return [...rest, ...mixedEvenly(inBrowser, system)].sort((a, b) => rankOf(a) - rankOf(b));
  }
}
