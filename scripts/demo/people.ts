// Who works here, and what they did about the alarms of the last weeks.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Calls, logIn } from "@heliograph/client";
import type { AlarmInfoRecord } from "@heliograph/contract";
import type { Begin } from "./begin.ts";
import { dayMs, hourMs } from "./noise.ts";
import { alarmTypes } from "./rules.ts";
import type { Stage } from "./stage.ts";

interface Colleague {
  readonly id: string;
  readonly api: Calls;
}

export interface People {
  readonly lead: Colleague;
  readonly engineer: Colleague;
}

export async function hirePeople({ api, tenantId }: Stage, base: string): Promise<People> {
  const hire = async (username: string): Promise<Colleague> => {
    const password = randomBytes(12).toString("base64url");
    const { id } = await api.users.add({ tenantId, body: { username, password, authority: "OPERATOR" } });
    return { id: id.id, api: (await logIn(base, { username, password })).api };
  };
  const [lead, engineer] = await Promise.all([hire("mara.lindqvist"), hire("jonas.weber")]);
  return { lead, engineer };
}

/** What rules found in the past, oldest first: there when what they found last is there. */
export async function alarmsOfThePast({ api }: Stage): Promise<readonly AlarmInfoRecord[]> {
  for (let attempt = 1; ; attempt++) {
    const { data } = await api.alarms.find({ limit: 500, page: 0, sortProperty: "startTs", sortOrder: "ASC" });
    const isThere = openWhenItBegins.every((type) => data.some((one) => one.type === type && !one.cleared));
    if (isThere || attempt === attemptsAtMost) return data;
    await delay(pollMs);
  }
}
/** Devices are told of one after another, and of the last ones there is this. */
const openWhenItBegins = [alarmTypes.vibration, alarmTypes.suction, alarmTypes.weatherBattery, alarmTypes.disk];
const [pollMs, attemptsAtMost] = [100, 100];

/** Old ones were seen to; of those that are there still, some are somebody's. */
export async function seeToAlarms(people: People, alarms: readonly AlarmInfoRecord[], begin: Begin): Promise<void> {
  const old = alarms.filter(({ cleared, startTs }) => cleared && startTs < begin.ts - 20 * hourMs);
  for (const [at, { id }] of old.entries())
    await (at % 2 === 0 ? people.lead : people.engineer).api.alarms.acknowledge({ alarmId: id.id });
  await discuss(people, alarms);
  await takeOver(people, alarms, begin);
}

const newestOf = (alarms: readonly AlarmInfoRecord[], type: string): string | undefined =>
  alarms.findLast((alarm) => alarm.type === type)?.id.id;

const said: readonly (readonly [type: string, who: keyof People, text: string])[] = [
  [alarmTypes.bearing, "lead", "P-03 again. Grease is fresh, so it is not that."],
  [
    alarmTypes.bearing,
    "engineer",
    "The outer ring is worn, see the vibration. A new bearing is ordered, comes Thursday.",
  ],
  [alarmTypes.bearing, "lead", "Until then we let it run and restart it when it trips."],
  [alarmTypes.vibration, "engineer", "Measured by hand at the housing: 5.9 mm/s, so the sensor is right."],
  [alarmTypes.weatherBattery, "lead", "The panel is dirty. Somebody goes up when it is dry."],
  [alarmTypes.batteryTemp, "engineer", "Third lap at full speed in a row. Fine for an endurance run."],
];

async function discuss(people: People, alarms: readonly AlarmInfoRecord[]): Promise<void> {
  for (const [type, who, text] of said) {
    const alarmId = newestOf(alarms, type);
    if (alarmId) await people[who].api.alarms.comment({ alarmId, body: { comment: { text } } });
  }
}

/** One is assigned, one acknowledged, one put aside until the disk is exchanged. The rest waits for the visitor. */
async function takeOver({ lead, engineer }: People, alarms: readonly AlarmInfoRecord[], begin: Begin): Promise<void> {
  const vibration = newestOf(alarms, alarmTypes.vibration);
  if (vibration) {
    await engineer.api.alarms.acknowledge({ alarmId: vibration });
    await engineer.api.alarms.assign({ alarmId: vibration, userId: engineer.id });
  }
  const battery = newestOf(alarms, alarmTypes.weatherBattery);
  if (battery) await lead.api.alarms.acknowledge({ alarmId: battery });
  const disk = newestOf(alarms, alarmTypes.disk);
  const body = { until: begin.ts + 2 * dayMs, reason: "The disk is exchanged the day after tomorrow" };
  if (disk) await lead.api.alarms.shelve({ alarmId: disk, body });
}
