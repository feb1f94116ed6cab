// The scene from nothing, through the doors of the product: REST for people, MQTT and HTTP for devices.
import { logIn } from "@heliograph/client";
import { beginAt } from "./begin.ts";
import { castOf } from "./cast.ts";
import { type SavedDashboards, saveDashboards } from "./dashboards/save-dashboards.ts";
import { sendFiles } from "./files/send-files.ts";
import { sendHistory, sendMeanwhile } from "./history.ts";
import { alarmsOfThePast, hirePeople, seeToAlarms } from "./people.ts";
import { arrangeRoutine } from "./routine.ts";
import { saveRules } from "./rules.ts";
import { type Stage, setStage } from "./stage.ts";
import { type Addresses, castTroupe, type Player, startTroupe } from "./troupe.ts";
import { saveViews } from "./views.ts";

interface SceneWishes {
  /** How much history there is. */
  readonly days: number;
  /** More than the scene has are further loggers. */
  readonly devices: number;
}

export interface Scene extends SavedDashboards {
  readonly stage: Stage;
  readonly players: readonly Player[];
  readonly points: number;
  readonly files: number;
  /** A look at the list of devices. */
  readonly pumpsViewId: string;
}

interface Login {
  readonly username: string;
  readonly password: string;
}

/** Rules stand before the past is sent, and people are told from now on: what is over woke nobody. */
export async function fillScene(addresses: Addresses, login: Login, { days, devices }: SceneWishes): Promise<Scene> {
  const begin = beginAt(Date.now());
  const { api, tenantId = "" } = await logIn(addresses.http, login);
  const stage = await setStage(api, tenantId, castOf(begin, devices));
  const players = castTroupe(stage.actors, addresses);
  await saveRules(stage);
  const people = await hirePeople(stage, addresses.http);
  const [points, files] = await Promise.all([sendHistory(stage, begin, days), sendFiles(players, begin, days)]);
  await seeToAlarms(people, await alarmsOfThePast(stage), begin);
  await arrangeRoutine(stage, people, begin);
  const dashboards = await saveDashboards(stage);
  const pumpsViewId = await saveViews(stage);
  await sendMeanwhile(stage, begin);
  await startTroupe(players);
  return { stage, players, points, files, pumpsViewId, ...dashboards };
}
