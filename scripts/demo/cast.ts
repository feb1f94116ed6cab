import type { Actor } from "./actor.ts";
import type { Begin } from "./begin.ts";
import { loggerActors } from "./devices/logger.ts";
import { pumpActors } from "./devices/pump.ts";
import { vehicleActor } from "./devices/vehicle.ts";
import { weatherActor } from "./devices/weather.ts";

const loggersOfTheScene = 3;

/** Who takes part: a pump house, a van, a weather station, and loggers, of which there may be more. */
export function castOf(begin: Begin, deviceCount: number): readonly Actor[] {
  const others = [...pumpActors(begin), vehicleActor(begin), weatherActor(begin)];
  return [...others, ...loggerActors(begin, Math.max(loggersOfTheScene, deviceCount - others.length))];
}
