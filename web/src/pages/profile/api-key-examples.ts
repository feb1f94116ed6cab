export interface ExampleFacts {
  /** Where the node is reached. */
  readonly origin: string;
  readonly tenantId: string;
  /** Letters, digits, `_` and `-`: safe in shells, URLs and source code as it is. */
  readonly key: string;
}

export const exampleNames = ["curl", "Python", "Grafana"] as const;
export type ExampleName = (typeof exampleNames)[number];

/** Ready to paste; curl and Python run as they are, Grafana's is what its Infinity data source asks for. */
export const apiKeyExamples: Readonly<Record<ExampleName, (facts: ExampleFacts) => string>> = {
  curl: ({ origin, tenantId, key }) =>
    `curl -sS --fail-with-body -H 'X-Authorization: ApiKey ${key}' \\
  '${origin}/api/tenants/${tenantId}/devices?limit=10&page=0'`,

  Python: ({ origin, tenantId, key }) =>
    `import json
from urllib.request import Request, urlopen

def get(path):
    request = Request("${origin}" + path, headers={"X-Authorization": "ApiKey ${key}"})
    with urlopen(request) as answer:
        return json.load(answer)

for device in get("/api/tenants/${tenantId}/devices?limit=10&page=0")["data"]:
    latest = get(f"/api/plugins/telemetry/DEVICE/{device['id']['id']}/values/timeseries")
    print(device["name"], {name: points[0]["value"] for name, points in latest.items()})`,

  Grafana: ({ origin, key }) =>
    `Data source: Infinity (yesoreyeram-infinity-datasource)
Authentication: API Key Value pair, in the header
  Key: X-Authorization
  Value: ApiKey ${key}
Allowed hosts: ${origin}

Query: JSON, parser Backend, format Time series, method GET
URL: ${origin}/api/plugins/telemetry/DEVICE/<device id>/values/timeseries?keys=temperature&startTs=\${__from}&endTs=\${__to}&limit=10000
Rows/Root: temperature
Columns: ts as Timestamp (Unix ms), value as Number`,
};
