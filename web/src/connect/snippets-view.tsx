import type { ServerInfo } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isSafe, placeOf, type Security, securities } from "../api/place.ts";
import { serverInfo } from "../api/server-info.ts";
import { useMessages } from "../i18n/messages.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Segments } from "../ui/segments.tsx";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { type ExampleValues, type SnippetName, snippetNames, snippets } from "./snippets.ts";

export const hiddenToken = "•".repeat(20);

interface SnippetsProps {
  readonly token: string;
  readonly isShown: boolean;
  readonly values: ExampleValues;
}

/** A line for the chosen tool, ready to paste. */
export function SnippetsView(props: SnippetsProps) {
  const { data, error, refetch } = useQuery(serverInfo);
  if (data) return <Snippets {...props} server={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />;
}

/** What is copied has the token, whether it is shown or not. */
function Snippets({ token, isShown, values, server }: SnippetsProps & { readonly server: ServerInfo }) {
  const m = useMessages();
  const [name, setName] = useState<SnippetName>("curl");
  const [security, setSecurity] = useState<Security>(isSafe(location) ? "tls" : "plain");
  const offered = securities(server);
  const place = placeOf(server, location, offered.includes(security) ? security : "plain");
  const text = snippets[name]({ token, values, ...place });
  return (
    <div className="stack snippets">
      <div className="row between">
        <Segments
          label={m.connect.tool}
          options={snippetNames.map((one) => [one, m.connect.tools[one] ?? one] as const)}
          value={name}
          onChange={setName}
        />
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
        <pre tabIndex={0}>{isShown ? text : snippets[name]({ token: hiddenToken, values, ...place })}</pre>
        <CopyButton text={text} title={m.connect.copySnippet} />
      </div>
      <small>
        {m.connect.answers[kindOf(name)]} {m.credentials.portsHint}
      </small>
    </div>
  );
}

const kindOf = (name: SnippetName): "http" | "mqtt" | "file" =>
  name === "File" ? "file" : name === "curl" || name === "C" ? "http" : "mqtt";
