import type { Place } from "../api/place.ts";

interface Reading extends Place {
  /** 1–128 of `A–Z a–z 0–9 . _ ~ -` [DEV4]: safe in shells, URLs and source code as it is. */
  readonly token: string;
  /** What is sent. */
  readonly values: ExampleValues;
}

/** Texts and numbers only: every language here writes them as JSON does. */
export type ExampleValues = Readonly<Record<string, string | number>>;

export const snippetNames = ["curl", "mosquitto_pub", "Python", "Node.js", "C", "File"] as const;
export type SnippetName = (typeof snippetNames)[number];

/** `{"temperature": 21.5}`, as people write it. */
const jsonOf = (values: ExampleValues): string =>
  `{${Object.entries(values)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")}}`;

/** For a shell: nothing in it means anything but itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Ready to paste, one reading each. TLS trusts whom the machine trusts. Over HTTP a device sends the same as over MQTT
 * [TBC1]; 200 says that it is stored. Python's part runs on paho 1 and 2. A file goes the way of loggers [DHP1].
 */
export const snippets: Readonly<Record<SnippetName, (reading: Reading) => string>> = {
  curl: ({ token, origin, values }) =>
    `curl -sS -w '%{http_code}\\n' -H 'Content-Type: application/json' \\
  -d ${quoted(jsonOf(values))} \\
  '${origin}/api/v1/${token}/telemetry'`,

  mosquitto_pub: ({ token, host, mqttPort, isTls, values }) =>
    `mosquitto_pub -h '${host}' -p ${mqttPort} ${isTls ? "--tls-use-os-certs " : ""}-q 1 -u '${token}' \\
  -t v1/devices/me/telemetry -m ${quoted(jsonOf(values))}`,

  Python: ({ token, host, mqttPort, isTls, values }) =>
    `# pip install paho-mqtt
import json
from paho.mqtt import publish

publish.single(
    "v1/devices/me/telemetry",
    json.dumps(${jsonOf(values)}),
    qos=1,
    hostname="${host}",
    port=${mqttPort},
    auth={"username": "${token}"},${isTls ? "\n    tls={}," : ""}
)`,

  "Node.js": ({ token, mqttAddress, values }) =>
    `// npm install mqtt
import mqtt from "mqtt";

const client = await mqtt.connectAsync("${mqttAddress}", { username: "${token}" });
await client.publishAsync("v1/devices/me/telemetry", JSON.stringify(${jsonOf(values)}), { qos: 1 });
await client.endAsync();`,

  C: ({ token, origin, values }) =>
    `/* cc -o send send.c -lcurl */
#include <curl/curl.h>

int main(void) {
  CURL *curl = curl_easy_init();
  struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
  curl_easy_setopt(curl, CURLOPT_URL, "${origin}/api/v1/${token}/telemetry");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ${JSON.stringify(jsonOf(values))});
  curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
  CURLcode result = curl_easy_perform(curl);
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return (int)result;
}`,

  File: ({ token, origin }) =>
    `date > first.txt
curl -sS -w '%{http_code}\\n' -F 'data=@first.txt' \\
  '${origin}/status.php?F=UPLOAD&ID=${token}&P=v5'`,
};
