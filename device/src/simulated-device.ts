import { badNetwork, type NetworkFaults } from "./bad-network.ts";
import { HttpLogger, type StoredFile } from "./http-logger.ts";
import { connectMqttDevice, type MqttDevice } from "./mqtt-device.ts";
import { recordMeasurement } from "./record-measurement.ts";

export interface SimulatedDeviceOptions {
  readonly httpBase: string;
  readonly mqttUrl: string;
  readonly token: string;
  readonly serial: string;
  /** Between two readings. */
  readonly everyMs: number;
  /** A file after so many readings; every other one is uploaded without being asked for. 0 is never. */
  readonly fileAfter: number;
  /** What is in its files; without, the drive. */
  readonly record?: (start: Date, seconds: number) => Promise<StoredFile>;
  /** What it tells about itself beside its serial number. */
  readonly info?: Readonly<Record<string, string>>;
  /** Chance, per reading, to go offline for a while; 0 is never. */
  readonly offlineChance: number;
  /** What it measures at a moment, in Unix seconds; without, a drive: speed, temperature, running. */
  readonly reading?: (seconds: number) => Readonly<Record<string, unknown>>;
  /** What the network does to its HTTP; nothing where it is not said. */
  readonly faults?: NetworkFaults;
  readonly onError: (error: unknown) => void;
}

const aboutItself = { firmwareVersion: "2.13.0", position: "48.137,11.575" };
const fileSeconds = 60;
const offlineReadings = 10;
/** Readings kept while there is no connection; the oldest go first. */
const keptReadings = 3_600;
/** In one message: far below the 256 KiB a packet may have. */
const readingsPerMessage = 500;

/** A measuring device in software: live values over MQTT, files and pings over HTTP, and now and then no network. */
export class SimulatedDevice {
  /** Its side that speaks the device HTTP protocol and keeps files. */
  readonly logger: HttpLogger;
  readonly #options: SimulatedDeviceOptions;
  #mqtt: MqttDevice | undefined;
  #readings = 0;
  #offlineFor = 0;
  #unsent: { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options;
    const info = { ...aboutItself, ...options.info, serialNumber: options.serial };
    const answer = ({ body }: { readonly body: string }) =>
      body.includes("*IDN?") ? `ACME,Simulator,${options.serial},2.13.0` : "done";
    const { httpBase: base, token, faults } = options;
    this.logger = new HttpLogger({ base, token, info, answer, ...(faults && { send: badNetwork(faults) }) });
  }

  async start(): Promise<void> {
    await this.#connect();
    await this.logger.ping();
    if (this.#options.fileAfter > 0) await this.logger.upload(await this.#record());
    this.#next();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#mqtt?.disconnect(); // first: a step may wait for a platform that does not know it any more
    await this.#running;
    await this.#mqtt?.disconnect(); // the step may have connected once more
  }

  #failed(error: unknown): void {
    if (!this.#isStopped) this.#options.onError(error);
  }

  #next(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#step()
        .catch((error) => this.#failed(error))
        .then(() => this.#next());
    }, this.#options.everyMs);
  }

  async #step(): Promise<void> {
    this.#readings++;
    this.#measure();
    if (this.#offlineFor > 0) return void this.#offlineFor--;
    if (!this.#mqtt) await this.#connect(); // it was offline, or the last attempt failed
    await this.#sendReadings();
    if (this.#options.fileAfter > 0 && this.#readings % this.#options.fileAfter === 0) await this.#bringFile();
    else if (this.#readings % 10 === 0) await this.logger.ping();
    if (Math.random() < this.#options.offlineChance) await this.#goOffline();
  }

  #measure(): void {
    const ts = Date.now();
    this.#unsent = [...this.#unsent, { ts, values: (this.#options.reading ?? reading)(ts / 1_000) }].slice(
      -keptReadings,
    );
  }

  /** Also those of the time without a connection: each has its own time, so that nothing is missing in a chart. */
  async #sendReadings(): Promise<void> {
    while (this.#unsent.length > 0) {
      const readings = this.#unsent.slice(0, readingsPerMessage);
      await this.#mqtt?.history(readings);
      this.#unsent = this.#unsent.slice(readings.length);
    }
  }

  async #bringFile(): Promise<void> {
    const file = await this.#record();
    const isUpload = (this.#readings / this.#options.fileAfter) % 2 === 1;
    await (isUpload ? this.logger.upload(file) : this.logger.store(file));
  }

  /** Of the last minute. */
  #record(): Promise<StoredFile> {
    return (this.#options.record ?? recordMeasurement)(new Date(Date.now() - fileSeconds * 1_000), fileSeconds);
  }

  async #goOffline(): Promise<void> {
    this.#offlineFor = offlineReadings;
    await this.#mqtt?.disconnect();
    this.#mqtt = undefined;
  }

  async #connect(): Promise<void> {
    const { mqttUrl: url, token, serial, info } = this.#options;
    const onCall = (method: string, params: unknown) => ({ method, params, serial });
    this.#mqtt = await connectMqttDevice({ url, token, onCall });
    const { firmwareVersion } = { ...aboutItself, ...info };
    await this.#mqtt.attributes({ serialNumber: serial, firmwareVersion });
  }
}

const reading = (time: number) => ({
  speed: Math.round(1_800 + 600 * Math.sin(time / 40) + 20 * Math.random()),
  temperature: Number((58 + 9 * Math.sin(time / 900) + 0.2 * Math.random()).toFixed(2)),
  running: Math.sin(time / 300) > -0.9,
});
