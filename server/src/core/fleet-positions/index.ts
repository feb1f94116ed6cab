export { FleetPositions, type FoundDevice, type KnownValue, type PlaceStore } from "./fleet-positions.ts";
