import { useQuery } from "@tanstack/react-query";
import { placeOf } from "../api/place.ts";
import { serverInfo } from "../api/server-info.ts";
import { useMessages } from "../i18n/messages.tsx";

/** Where devices find this node; nothing while it is not known. */
export function Listening() {
  const { connect: m } = useMessages();
  const { data: server } = useQuery(serverInfo);
  if (!server) return null;
  const { hostname } = location;
  const web = placeOf(server, location, location.protocol === "https:" ? "tls" : "plain").origin;
  const rows = [
    [location.protocol === "https:" ? "HTTPS" : "HTTP", web.replace(/^https?:\/\//, ""), true],
    [m.mqttTls, server.mqttTlsPort === null ? "" : `${hostname}:${server.mqttTlsPort}`, server.mqttTlsPort !== null],
    [m.mqttPlain, `${hostname}:${server.mqttPort}`, true],
  ] as const;
  return (
    <div className="card-part stack">
      <h3>{m.whereListening}</h3>
      <dl className="listening">
        {rows.map(([name, address, isOn]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code className="break">{address}</code>
            </dd>
            <dd className={isOn ? "good-text" : "soft"}>{isOn ? m.isListening : m.isOff}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
