import { type AlarmSeverity, alarmSeverities, type PositionedDevice } from "@heliograph/contract";
import { type Position, positionIn, type Sent } from "../../../map/position.ts";

/** A device with the place it was heard of last. */
export interface FleetPlace extends Position {
  readonly device: PositionedDevice;
}

export const fleetPlaces = (devices: readonly PositionedDevice[]): readonly FleetPlace[] =>
  devices.flatMap((device) => {
    const position = positionIn(new Map<string, Sent>(Object.entries(device.values)));
    return position ? [{ device, latitude: position.latitude, longitude: position.longitude }] : [];
  });

/** The worst alarm of some devices; the list of the contract begins with the worst. */
export function worstOf(places: readonly FleetPlace[]): AlarmSeverity | undefined {
  const there = new Set(places.map(({ device }) => device.alarmSeverity));
  return alarmSeverities.find((severity) => there.has(severity));
}

/** Closer than that no map shows them apart. */
const samePlace = 0.0004;

export const areTogether = (places: readonly Position[]): boolean => {
  const [first] = places;
  return places.every(
    (one) =>
      first !== undefined &&
      Math.abs(one.latitude - first.latitude) < samePlace &&
      Math.abs(one.longitude - first.longitude) < samePlace,
  );
};
