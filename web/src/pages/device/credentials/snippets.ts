import type { Place } from "../../../api/place.ts";

interface Reading extends Place {
  /** 1–128 of `A–Z a–z 0–9 . _ ~ -` [DEV4]: safe in shells, URLs and source code as it is. */
  readonly token: string;
}

export const snippetNames = ["mosquitto_pub", "curl", "Python", "Node"] as const;
export type SnippetName = (typeof snippetNames)[number];

/**
 * Ready to paste, one reading each. TLS trusts whom the machine trusts. Over HTTP a device brings what it says about
 * itself: it becomes a client attribute [DHP4]. Python's part runs on paho 1 and 2.
 */
export const snippets: Readonly<Record<SnippetName, (reading: Reading) => string>> = {
  mosquitto_pub: ({ token, host, mqttPort, isTls }) =>
    `mosquitto_pub -h '${host}' -p ${mqttPort} ${isTls ? "--tls-use-os-certs " : ""}-q 1 -u '${token}' \\
  -t v1/devices/me/telemetry -m '{"temperature": 21.5}'`,

  curl: ({ token, origin }) =>
    `printf '<root temperature="21.5"/>' | curl -sS -w '%{http_code}\\n' \\
  -F 'data=@-;filename=ping.xml' \\
  "${origin}/status.php?F=PING&P=v4&ID=${token}&T=$(date +%s)"`,

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
