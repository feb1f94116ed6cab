import type { DeviceTypeFile } from "@heliograph/contract";
import { fixedPosition } from "./fixed-position.ts";

/** Operating states, as the pumps tell them. */
export const pumpState = { off: 0, standby: 1, running: 2, fault: 9 } as const;

export const pumpLimits = { bearing: { warn: 80, alarm: 90 }, vibration: 4.5, suction: 0.35 } as const;

export const pumpType: DeviceTypeFile = {
  format: "heliograph-device-type-1",
  name: "Pump",
  description: "A centrifugal pump with sensors on its bearing and both flanges",
  channels: [
    {
      ...{
        key: "bearing_temp",
        name: "Bearing temperature",
        names: { de: "Lagertemperatur" },
        unit: "Cel",
        decimals: 1,
      },
      ...{ pinned: true, range: { min: 0, max: 120 } },
      limits: { warnAbove: pumpLimits.bearing.warn, alarmAbove: pumpLimits.bearing.alarm },
    },
    {
      ...{ key: "flow", name: "Flow", names: { de: "Durchfluss" }, unit: "m3/h", decimals: 1, pinned: true },
      range: { min: 0, max: 160 },
    },
    {
      ...{ key: "vibration", name: "Vibration", names: { de: "Schwingung" }, unit: "mm/s", decimals: 1, pinned: true },
      ...{ range: { min: 0, max: 10 }, limits: { warnAbove: pumpLimits.vibration, alarmAbove: 7.1 } },
    },
    {
      ...{ key: "pressure", name: "Discharge pressure", names: { de: "Druck am Austritt" }, unit: "bar", decimals: 2 },
      range: { min: 0, max: 10 },
    },
    {
      ...{ key: "suction", name: "Suction pressure", names: { de: "Saugdruck" }, unit: "bar", decimals: 2 },
      ...{ range: { min: 0, max: 1 }, limits: { warnBelow: pumpLimits.suction } },
    },
    {
      ...{
        key: "power",
        name: "Power",
        names: { de: "Leistung" },
        unit: "kW",
        decimals: 1,
        range: { min: 0, max: 40 },
      },
      pinned: true,
    },
    {
      ...{ key: "state", name: "Operating state", names: { de: "Betriebszustand" }, kind: "state", pinned: true },
      states: [
        { value: pumpState.running, name: "Running", names: { de: "Läuft" }, colour: "#2b8a9e" },
        { value: pumpState.standby, name: "Standby", names: { de: "Bereit" }, colour: "#9fb3c0" },
        { value: pumpState.off, name: "Off", names: { de: "Aus" }, colour: "#66798a" },
        { value: pumpState.fault, name: "Fault", names: { de: "Störung" }, colour: "#a81c1c", severity: "alarm" },
      ],
    },
    ...fixedPosition,
  ],
  commands: [
    { method: "reset", name: "Reset the fault", names: { de: "Störung quittieren" } },
    {
      ...{ method: "setSpeed", name: "Set the speed", names: { de: "Drehzahl setzen" } },
      parameters: [{ key: "percent", kind: "number", unit: "%", min: 20, max: 100, default: 80, required: true }],
    },
    {
      ...{ method: "stop", name: "Stop", names: { de: "Anhalten" } },
      confirmation: "The pump runs down and stays off until somebody starts it.",
    },
  ],
  attributes: [
    { key: "setpoint", name: "Set point", names: { de: "Sollwert" }, kind: "number", unit: "m3/h", min: 0, max: 160 },
  ],
};
