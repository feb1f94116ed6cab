export { badNetwork, NetworkFault, type NetworkFaults } from "./bad-network.ts";
export { HttpLogger, type LoggerOptions, type StoredFile } from "./http-logger.ts";
export { connectMqttDevice, type MqttDevice } from "./mqtt-device.ts";
export { recordMeasurement } from "./record-measurement.ts";
export { SimulatedDevice, type SimulatedDeviceOptions } from "./simulated-device.ts";
