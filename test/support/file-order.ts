import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By how long their files take. */
const projects = ["alone", "web", "system", "contract", "units"];

const rankOf = ({ project }: TestSpecification): number => projects.indexOf(project.name);

/**
 * Projects with long files first, whatever their names: until the end there is a short one left for every worker, and no
 * core waits for the last story of another. Within a project, the runner's own order.
 */
export class LongProjectsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
