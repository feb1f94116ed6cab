import { spawnSync } from "node:child_process";
import { installDebianPackages } from "./debian-package.ts";

/** Debian's own Python: another one in the path does not know Debian's packages. */
export const python = "/usr/bin/python3";

/** Like `hasProgram`, for Python's MQTT client. */
export function hasPaho(): boolean {
  const imports = () => spawnSync(python, ["-c", "import paho.mqtt.client"]).status === 0;
  if (!imports()) installDebianPackages("python3-paho-mqtt");
  if (imports()) return true;
  if (process.env["CI"] === "true") throw new Error("paho for Python is missing (Debian: python3-paho-mqtt)");
  process.stderr.write("tests: paho for Python is missing (Debian: python3-paho-mqtt): it is not tried\n");
  return false;
}
