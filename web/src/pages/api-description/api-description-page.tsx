import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiDocument } from "../../api/api-document.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { OperationView } from "./operation-view.tsx";
import { matches, operationsByTag } from "./operations.ts";

/** The API as the server describes it, to read and to try [API8]. Everything comes from this server. */
export function ApiDescriptionPage() {
  const m = useMessages();
  const { data, error, refetch } = useQuery(apiDocument);
  const [filter, setFilter] = useState("");
  if (!data)
    return (
      <div className="page">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}
      </div>
    );
  const groups = [...operationsByTag(data)]
    .map(([tag, operations]) => [tag, operations.filter((one) => matches(one, filter))] as const)
    .filter(([, operations]) => operations.length > 0);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>
            {m.apiDescription.title} <span className="badge">{data.info.version}</span>
          </h1>
          <p className="soft">{m.apiDescription.text}</p>
        </div>
        <a className="button" href="/api/openapi.json" target="_blank" rel="noreferrer">
          <Icon name="code" /> {m.apiDescription.document}
        </a>
      </div>
      <div className="toolbar">
        <div className="search">
          <Icon name="search" />
          <input
            type="search"
            aria-label={m.apiDescription.filter}
            placeholder={m.apiDescription.filter}
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        </div>
      </div>
      <div className="stack">
        {groups.map(([tag, operations]) => (
          <section key={tag} className="card">
            <div className="card-head">
              <h2>{tag}</h2>
            </div>
            {operations.map((one) => (
              <OperationView key={one.id} listed={one} document={data} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
