interface Place {
  /** 1–128 of `A–Z a–z 0–9 . _ ~ -` [DEV4]: safe in shells, URLs and source code as it is. */
  readonly token: string;
  readonly host: string;
  readonly origin: string;
}

export const snippetNames = ["mosquitto_pub", "curl", "Python", "Node"] as const;
export type SnippetName = (typeof snippetNames)[number];

/** Ready to paste, one reading each. */
export const snippets: Readonly<Record<SnippetName, (place: Place) => string>> = {
  mosquitto_pub: ({ token, host }) =>
    `mosquitto_pub -h ${host} -p 1883 -q 1 -u '${token}' \\
  -t v1/devices/me/telemetry -m '{"temperature": 21.5}'`,

  curl: ({ token, origin }) =>
    `printf '<root/>' | curl -sS -w '%{http_code}\\n' \\
  -F 'data=@-;filename=ping.xml' \\
  "${origin}/status.php?F=PING&P=v4&ID=${token}&T=$(date +%s)"`,

  Python: ({ token, host }) =>
    `# pip install paho-mqtt
import json
import paho.mqtt.client as mqtt

client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.username_pw_set("${token}")
client.connect("${host}", 1883)
client.loop_start()
sent = client.publish("v1/devices/me/telemetry", json.dumps({"temperature": 21.5}), qos=1)
sent.wait_for_publish()`,

  Node: ({ token, host }) =>
    `// npm install mqtt
import mqtt from "mqtt";

const client = await mqtt.connectAsync("mqtt://${host}:1883", { username: "${token}" });
await client.publishAsync("v1/devices/me/telemetry", JSON.stringify({ temperature: 21.5 }), { qos: 1 });
await client.endAsync();`,
};
