// The four types of `npm run demo` [TYP4], as files that could be imported anywhere, each with what its devices measure.
import type { DeviceTypeFile } from "@heliograph/contract";

interface DemoType {
  /** Devices are named after it. */
  readonly prefix: string;
  readonly file: DeviceTypeFile;
  /** What a device of this type measures at a moment, in Unix seconds. */
  readonly reading: (seconds: number) => Record<string, unknown>;
}

const format = "heliograph-device-type-1";
const wave = (seconds: number, period: number): number => Math.sin((seconds / period) * 2 * Math.PI);
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const noise = (size: number): number => (Math.random() - 0.5) * size;

const logger: DemoType = {
  prefix: "logger",
  file: {
    format,
    name: "Data logger",
    description: "A measuring device with a drive on its inputs",
    channels: [
      {
        ...{ key: "speed", name: "Speed", names: { de: "Drehzahl" }, unit: "{rpm}", decimals: 0, pinned: true },
        ...{ range: { min: 0, max: 3_000 }, limits: { warnAbove: 2_350, alarmAbove: 2_600 } },
      },
      {
        ...{ key: "temperature", name: "Temperature", names: { de: "Temperatur" }, unit: "Cel", decimals: 1 },
        ...{ range: { min: 0, max: 100 }, limits: { warnAbove: 66, alarmAbove: 80 } },
      },
      {
        ...{ key: "running", name: "Drive", names: { de: "Antrieb" }, kind: "state" },
        states: [
          { value: true, name: "running", names: { de: "läuft" }, colour: "#16794a" },
          { value: false, name: "stopped", names: { de: "steht" }, colour: "#66798a" },
        ],
      },
    ],
    commands: [
      {
        ...{ method: "setInterval", name: "Set the interval", names: { de: "Intervall setzen" } },
        parameters: [{ key: "seconds", kind: "number", unit: "s", min: 1, max: 3_600, default: 10, required: true }],
      },
    ],
    attributes: [{ key: "interval", name: "Interval", names: { de: "Intervall" }, kind: "number", unit: "s", min: 1 }],
  },
  reading: (seconds) => ({
    speed: Math.round(1_800 + 600 * wave(seconds, 250) + noise(20)),
    temperature: rounded(58 + 9 * wave(seconds, 5_600) + noise(0.2), 2),
    running: wave(seconds, 1_900) > -0.9,
  }),
};

const stand: DemoType = {
  prefix: "stand",
  file: {
    format,
    name: "Test stand",
    description: "A gearbox between two electric machines",
    channels: [
      {
        ...{ key: "oil_temp", name: "Oil temperature", names: { de: "Öltemperatur" }, unit: "Cel", decimals: 1 },
        ...{ pinned: true, range: { min: -20, max: 150 }, limits: { warnAbove: 90, alarmAbove: 100 } },
      },
      { key: "speed", name: "Speed", names: { de: "Drehzahl" }, unit: "{rpm}", decimals: 0, pinned: true },
      {
        key: "torque",
        name: "Torque",
        names: { de: "Drehmoment" },
        unit: "N.m",
        decimals: 1,
        range: { min: -600, max: 600 },
      },
      {
        ...{ key: "bearing_*_temp", name: "Bearing *", names: { de: "Lager *" }, unit: "Cel", decimals: 1 },
        ...{ range: { min: 0, max: 140 }, limits: { warnAbove: 95, alarmAbove: 110 } },
      },
      {
        ...{ key: "op_state", name: "Operating state", names: { de: "Betriebszustand" }, kind: "state", pinned: true },
        states: [
          { value: 0, name: "Stopped", names: { de: "Steht" }, colour: "#66798a" },
          { value: 1, name: "Warm-up", names: { de: "Warmlauf" }, colour: "#5b3fb0" },
          { value: 2, name: "Running", names: { de: "Läuft" }, colour: "#16794a" },
          { value: 9, name: "Fault", names: { de: "Störung" }, colour: "#b3261e", severity: "alarm" },
        ],
      },
      { key: "program", name: "Test program", names: { de: "Prüfprogramm" }, kind: "text" },
    ],
    commands: [
      {
        ...{ method: "stop", name: "Stop", names: { de: "Anhalten" } },
        confirmation: "The test stand runs down and stays stopped.",
      },
    ],
    attributes: [],
  },
  reading: (seconds) => ({
    oil_temp: rounded(84 + 9 * wave(seconds, 600) + noise(0.4), 2),
    speed: Math.round(4_200 + 900 * wave(seconds, 120) + noise(30)),
    torque: rounded(180 * wave(seconds, 90) + noise(4), 1),
    bearing_1_temp: rounded(71 + 6 * wave(seconds, 700) + noise(0.3), 2),
    bearing_2_temp: rounded(76 + 7 * wave(seconds, 800) + noise(0.3), 2),
    op_state: wave(seconds, 900) > 0.98 ? 9 : wave(seconds, 900) < -0.9 ? 1 : 2,
    program: "G7-DL-0412",
  }),
};

const vehicle: DemoType = {
  prefix: "vehicle",
  file: {
    format,
    name: "Vehicle",
    description: "A car on its way around Munich",
    channels: [
      {
        key: "velocity",
        name: "Velocity",
        names: { de: "Geschwindigkeit" },
        unit: "km/h",
        decimals: 0,
        pinned: true,
        limits: { warnAbove: 130 },
      },
      {
        key: "battery",
        name: "Battery",
        names: { de: "Batterie" },
        unit: "%",
        decimals: 0,
        range: { min: 0, max: 100 },
        limits: { alarmBelow: 5, warnBelow: 15 },
      },
      {
        key: "latitude",
        name: "Latitude",
        names: { de: "Breite" },
        unit: "deg",
        decimals: 5,
        kind: "position",
        part: "latitude",
      },
      {
        key: "longitude",
        name: "Longitude",
        names: { de: "Länge" },
        unit: "deg",
        decimals: 5,
        kind: "position",
        part: "longitude",
      },
    ],
    commands: [{ method: "locate", name: "Blink", names: { de: "Blinken" }, oneWay: true }],
    attributes: [{ key: "plate", name: "Number plate", names: { de: "Kennzeichen" }, scope: "SERVER_SCOPE" }],
  },
  reading: (seconds) => ({
    velocity: rounded(80 + 45 * wave(seconds, 300) + noise(3), 1),
    battery: rounded(60 + 35 * wave(seconds, 7_200), 1),
    latitude: rounded(48.137 + 0.08 * wave(seconds, 1_800), 6),
    longitude: rounded(11.575 + 0.12 * wave(seconds + 450, 1_800), 6),
  }),
};

const weather: DemoType = {
  prefix: "weather",
  file: {
    format,
    name: "Weather station",
    description: "On the roof of the test hall",
    channels: [
      {
        key: "air_temperature",
        name: "Air temperature",
        names: { de: "Lufttemperatur" },
        unit: "Cel",
        decimals: 1,
        pinned: true,
      },
      {
        key: "humidity",
        name: "Humidity",
        names: { de: "Luftfeuchte" },
        unit: "%",
        decimals: 0,
        range: { min: 0, max: 100 },
      },
      {
        key: "pressure",
        name: "Air pressure",
        names: { de: "Luftdruck" },
        unit: "hPa",
        decimals: 1,
        range: { min: 950, max: 1_050 },
      },
      { key: "wind", name: "Wind", unit: "m/s", decimals: 1, limits: { warnAbove: 14, alarmAbove: 20 } },
      {
        key: "rain",
        name: "Rain",
        names: { de: "Regen" },
        kind: "state",
        states: [
          { value: false, name: "dry", names: { de: "trocken" } },
          { value: true, name: "rain", names: { de: "Regen" } },
        ],
      },
    ],
    commands: [],
    attributes: [],
  },
  reading: (seconds) => ({
    air_temperature: rounded(12 + 8 * wave(seconds, 86_400) + noise(0.2), 2),
    humidity: rounded(62 + 20 * wave(seconds, 43_200) + noise(1), 1),
    pressure: rounded(1_013 + 6 * wave(seconds, 172_800) + noise(0.1), 2),
    wind: rounded(Math.max(0, 7 + 8 * wave(seconds, 400) + noise(2)), 1),
    rain: wave(seconds, 3_000) > 0.7,
  }),
};

/** In the order in which devices take them. */
export const demoTypes: readonly [DemoType, ...DemoType[]] = [logger, stand, vehicle, weather];
