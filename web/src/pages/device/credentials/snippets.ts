import type { Place } from "../../../api/place.ts";

interface Reading extends Place {
  /** 1–128 of `A–Z a–z 0–9 . _ ~ -` [DEV4]: safe in shells, URLs and source code as it is. */
  readonly token: string;
}

export const snippetNames = ["mosquitto_pub", "curl", "Python", "Node"] as const;
export type SnippetName = (typeof snippetNames)[number];

/**
 * Ready to paste, one reading each. TLS trusts whom the machine trusts. Over HTTP a device sends the same as over MQTT
 * [TBC1]; 200 says that it is stored. Python's part runs on paho 1 and 2.
 */
export const snippets: Readonly<Record<SnippetName, (reading: Reading) => string>> = {
  mosquitto_pub: ({ token, host, mqttPort, isTls }) =>
    `mosquitto_pub -h '${host}' -p ${mqttPort} ${isTls ? "--tls-use-os-certs " : ""}-q 1 -u '${token}' \\
  -t v1/devices/me/telemetry -m '{"temperature": 21.5}'`,

  curl: ({ token, origin }) =>
    `curl -sS -w '%{http_code}\\n' -H 'Content-Type: application/json' \\
  -d '{"temperature": 21.5}' '${origin}/api/v1/${token}/telemetry'`,

  Python: ({ token, host, mqttPort, isTls }) =>
    `# pip install paho-mqtt
import json
from paho.mqtt import publish

publish.single(
    "v1/devices/me/telemetry",
    json.dumps({"temperature": 21.5}),
    qos=1,
    hostname="${host}",
    port=${mqttPort},
    auth={"username": "${token}"},${isTls ? "\n    tls={}," : ""}
)`,

  Node: ({ token, mqttAddress }) =>
    `// npm install mqtt
import mqtt from "mqtt";

const client = await mqtt.connectAsync("${mqttAddress}", { username: "${token}" });
await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ temperature: 21.5 }), { qos: 1 });
await client.endAsync();`,
};
