// The devices themselves: they connect over MQTT, bring files over HTTP, and go on measuring as long as the demo runs.
import { SimulatedDevice } from "@heliograph/device";
import { secondMs } from "./noise.ts";
import type { StagedActor } from "./stage.ts";

export interface Addresses {
  readonly http: string;
  readonly mqtt: string;
}

const everyMs = secondMs;
/** A file every five minutes: a demo that runs for a day has some hundreds. */
const fileAfter = 300;

export interface Player {
  readonly actor: StagedActor;
  readonly device: SimulatedDevice;
}

export function castTroupe(actors: readonly StagedActor[], addresses: Addresses): readonly Player[] {
  return actors.map((actor) => ({ actor, device: simulated(actor, addresses) }));
}

function simulated(actor: StagedActor, { http, mqtt }: Addresses): SimulatedDevice {
  const { name, token, serial, firmware, place, reading, recorder, offlineChance = 0 } = actor;
  const position = place ? { position: `${place.latitude},${place.longitude}` } : {};
  return new SimulatedDevice({
    ...{ httpBase: `${http}/demo`, mqttUrl: mqtt, token, serial, everyMs, offlineChance },
    info: { firmwareVersion: firmware, ...position },
    reading: (seconds) => reading(seconds * secondMs) ?? {},
    fileAfter: recorder ? fileAfter : 0,
    ...(recorder && { record: (start, seconds) => recorder.record({ start: start.getTime(), seconds }) }),
    onError: (error) => console.error(`${name}:`, error instanceof Error ? error.message : error),
  });
}

/** All but those that were taken out of service. */
export async function startTroupe(players: readonly Player[]): Promise<void> {
  await Promise.all(players.filter(({ actor }) => !actor.isRetired).map(({ device }) => device.start()));
}

export const stopTroupe = async (players: readonly Player[]): Promise<void> => {
  await Promise.all(players.map(({ device }) => device.stop()));
};
