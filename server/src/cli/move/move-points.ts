import { digestOfPoints } from "../../adapters/telemetry-blocks/transfer/points-digest.ts";
import {
  type PointsSource,
  portionsOf,
  type Stage,
  stages,
} from "../../adapters/telemetry-blocks/transfer/portions.ts";
import { CommandError } from "../failure.ts";
import type { PointsTarget } from "./points-target.ts";
import { Progress } from "./progress.ts";

/** What is there already is not copied again; all of it is compared in the end. */
export async function movePoints(source: PointsSource, target: PointsTarget): Promise<void> {
  const total = sumOf(await source.counts());
  const copied = new Progress("Points: rows of devices, series, blocks and log copied", total);
  copied.add(sumOf(await target.points.counts()));
  for await (const portion of portionsOf(source, target.cursor)) {
    await target.add(portion);
    copied.add(portion.rows.length);
  }
  copied.end();
  await target.finish(await source.notes());
  await compare(source, target, total);
}

const sumOf = (counts: Readonly<Record<Stage, number>>): number =>
  stages.reduce((sum, stage) => sum + counts[stage], 0);

async function compare(source: PointsSource, target: PointsTarget, total: number): Promise<void> {
  const compared = new Progress("Points: rows compared", 2 * total);
  const passed = (portion: { readonly rows: readonly unknown[] }) => compared.add(portion.rows.length);
  const [expected, found] = [await digestOfPoints(source, passed), await digestOfPoints(target.points, passed)];
  compared.end();
  const notes = [await source.notes(), await target.points.notes()].map((one) => JSON.stringify(sorted(one)));
  if (notes[0] !== notes[1]) throw differs("what is noted of the log");
  for (const stage of stages) {
    const [wanted, there] = [expected[stage], found[stage]];
    if (wanted.rows !== there.rows) throw differs(`${there.rows} ${stage} instead of ${wanted.rows}`);
    if (wanted.sum !== there.sum) throw differs(`${stage} that are not what they were`);
  }
}

const sorted = ({ positions, ...rest }: Awaited<ReturnType<PointsSource["notes"]>>) => ({
  ...rest,
  positions: [...positions].sort((a, b) => a.name.localeCompare(b.name)),
});

const differs = (what: string) =>
  new CommandError(`The points at the target differ from those of the source: ${what}. Begin again with --anew.`);
