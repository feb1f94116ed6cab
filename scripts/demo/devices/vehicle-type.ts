import type { DeviceTypeFile } from "@heliograph/contract";

export const vehicleLimits = { batteryTemp: { warn: 45, alarm: 50 } } as const;

export const vehicleType: DeviceTypeFile = {
  format: "heliograph-device-type-1",
  name: "Vehicle",
  description: "A test vehicle with an electric drive",
  channels: [
    {
      ...{ key: "speed", name: "Speed", names: { de: "Geschwindigkeit" }, unit: "km/h", decimals: 0, pinned: true },
      range: { min: 0, max: 160 },
    },
    {
      ...{ key: "charge", name: "State of charge", names: { de: "Ladezustand" }, unit: "%", decimals: 0, pinned: true },
      ...{ range: { min: 0, max: 100 }, limits: { alarmBelow: 5, warnBelow: 15 } },
    },
    {
      ...{
        key: "battery_temp",
        name: "Battery temperature",
        names: { de: "Batterietemperatur" },
        unit: "Cel",
        decimals: 1,
      },
      ...{ pinned: true, range: { min: 0, max: 60 } },
      limits: { warnAbove: vehicleLimits.batteryTemp.warn, alarmAbove: vehicleLimits.batteryTemp.alarm },
    },
    {
      ...{ key: "battery_current", name: "Battery current", names: { de: "Batteriestrom" }, unit: "A", decimals: 0 },
      ...{ pinned: true, range: { min: -250, max: 450 } },
    },
    {
      ...{ key: "activity", name: "Activity", names: { de: "Tätigkeit" }, kind: "state", pinned: true },
      states: [
        { value: "driving", name: "Driving", names: { de: "Fährt" }, colour: "#2b8a9e" },
        { value: "charging", name: "Charging", names: { de: "Lädt" }, colour: "#7a5bd0" },
        { value: "parked", name: "Parked", names: { de: "Steht" }, colour: "#9fb3c0" },
      ],
    },
    { key: "odometer", name: "Odometer", names: { de: "Kilometerstand" }, unit: "km", decimals: 0 },
    {
      ...{ key: "latitude", name: "Latitude", names: { de: "Breite" }, unit: "deg", decimals: 5 },
      ...{ kind: "position", part: "latitude" },
    },
    {
      ...{ key: "longitude", name: "Longitude", names: { de: "Länge" }, unit: "deg", decimals: 5 },
      ...{ kind: "position", part: "longitude" },
    },
  ],
  commands: [
    {
      ...{ method: "setRate", name: "Set the recording rate", names: { de: "Aufzeichnungsrate setzen" } },
      parameters: [{ key: "hertz", kind: "number", unit: "Hz", min: 1, max: 1_000, default: 100, required: true }],
    },
  ],
  attributes: [{ key: "driver", name: "Driver", names: { de: "Fahrer" }, kind: "text", scope: "SERVER_SCOPE" }],
};
