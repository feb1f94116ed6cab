import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { placeOf, securities } from "../../api/place.ts";
import { serverInfo } from "../../api/server-info.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CopyButton } from "../../ui/copy.tsx";

/** The little one needs on the first day; the rest is in the project's docs. */
export function Reference() {
  const m = useMessages();
  const topics = [
    ["v1/devices/me/telemetry", m.help.topicTelemetry],
    ["v1/devices/me/attributes", m.help.topicAttributes],
    ["v1/devices/me/attributes/request/{id}", m.help.topicRequest],
    ["v1/devices/me/attributes/response/{id}", m.help.topicResponse],
    ["v1/devices/me/rpc/request/{id}", m.help.topicRpc],
    ["v1/devices/me/rpc/response/{id}", m.help.topicAnswer],
  ] as const;
  const forms = [
    ['{"temperature": 21.5, "open": true}', m.help.simple],
    ['{"ts": 1794700800000, "values": {"temperature": 21.5}}', m.help.withTime],
    ['[{"temperature": 21.5}, {"ts": 1794700800000, "values": {"temperature": 20.9}}]', m.help.many],
  ] as const;
  return (
    <>
      <section className="card">
        <div className="card-head">
          <h2>{m.help.protocols}</h2>
        </div>
        <div className="card-body stack">
          <p>{m.help.connectText}</p>
          <Addresses />
          <h3>{m.help.topics}</h3>
          <Pairs rows={topics} />
          <h3>{m.help.forms}</h3>
          <Pairs rows={forms} />
        </div>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>{m.help.automation}</h2>
        </div>
        <div className="card-body">
          <p>{m.help.automationText}</p>
        </div>
      </section>
      <section className="card">
        <div className="card-head">
          <h2>{m.help.scripts}</h2>
          <Link to="/api-description" className="button small">
            {m.shell.apiDescription}
          </Link>
        </div>
        <div className="card-body stack">
          <p>{m.help.scriptsText}</p>
          <Code text={script(location.origin)} />
        </div>
      </section>
    </>
  );
}

/** Where this node is reached; nothing while it is not known. */
function Addresses() {
  const m = useMessages();
  const { data: server } = useQuery(serverInfo);
  if (!server) return null;
  const places = securities(server).map((security) => placeOf(server, location, security));
  const rows = places.flatMap(({ mqttAddress, webSocketAddress, origin }) => [
    [mqttAddress, "MQTT"] as const,
    [webSocketAddress, m.help.webSocket] as const,
    [`${origin}/api/v1/{token}/telemetry`, m.help.deviceApi] as const,
    [`${origin}/status.php`, m.help.deviceHttp] as const,
  ]);
  return (
    <>
      <h3>{m.help.addresses}</h3>
      <Pairs rows={rows} />
    </>
  );
}

function Pairs({ rows }: { readonly rows: readonly (readonly [code: string, text: string])[] }) {
  return (
    <dl className="pairs">
      {rows.map(([code, text]) => (
        <div key={code}>
          <dt>
            <code className="break">{code}</code>
          </dt>
          <dd className="soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const Code = ({ text }: { readonly text: string }) => (
  <div className="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, with the keyboard too */}
    <pre tabIndex={0}>{text}</pre>
    <CopyButton text={text} />
  </div>
);

const script = (origin: string): string => `import requests

base = "${origin}"
who = {"username": "…", "password": "…"}
assignment = requests.post(f"{base}/api/noauth/authorization", json=who).json()[0]
tenant = assignment["tenant"]["id"]["id"]
login = {**who, "authorityId": assignment["authorityId"]["id"]}
token = requests.post(f"{base}/api/auth/login", json=login).json()["token"]
headers = {"X-Authorization": f"Bearer {token}"}
devices = requests.get(f"{base}/api/tenants/{tenant}/devices", params={"limit": -1}, headers=headers).json()["data"]
print([device["name"] for device in devices])`;
