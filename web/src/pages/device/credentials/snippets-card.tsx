import type { ServerInfo } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isSafe, placeOf, type Security, securities } from "../../../api/place.ts";
import { serverInfo } from "../../../api/server-info.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { type SnippetName, snippetNames, snippets } from "./snippets.ts";

export const hiddenToken = "•".repeat(20);

interface SnippetsCardProps {
  readonly token: string;
  readonly isShown: boolean;
}

export function SnippetsCard({ token, isShown }: SnippetsCardProps) {
  const m = useMessages();
  const { data, error, refetch } = useQuery(serverInfo);
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.credentials.snippets}</h2>
          <p>{m.credentials.snippetsText}</p>
        </div>
      </div>
      <div className="card-body">
        {data ? (
          <Snippets token={token} isShown={isShown} server={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
      </div>
    </section>
  );
}

/** What is copied has the token, whether it is shown or not. */
function Snippets({ token, isShown, server }: SnippetsCardProps & { readonly server: ServerInfo }) {
  const m = useMessages();
  const [name, setName] = useState<SnippetName>("mosquitto_pub");
  const [security, setSecurity] = useState<Security>(isSafe(location) ? "tls" : "plain");
  const offered = securities(server);
  const place = placeOf(server, location, offered.includes(security) ? security : "plain");
  const text = snippets[name]({ token, ...place });
  return (
    <div className="stack">
      <div className="row between">
        <Segments label={m.credentials.snippets} options={names} value={name} onChange={setName} />
        {offered.length > 1 && (
          <Segments
            label={m.credentials.security}
            options={offered.map((one) => [one, m.credentials.securities[one]] as const)}
            value={security}
            onChange={setSecurity}
          />
        )}
      </div>
      <div className="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, with the keyboard too */}
        <pre tabIndex={0}>{isShown ? text : snippets[name]({ token: hiddenToken, ...place })}</pre>
        <CopyButton text={text} />
      </div>
      <small>
        {place.mqttAddress} · {place.webSocketAddress} · {m.credentials.portsHint}
      </small>
    </div>
  );
}

const names = snippetNames.map((name) => [name, name] as const);
