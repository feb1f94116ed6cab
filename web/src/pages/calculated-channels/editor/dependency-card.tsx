import { type CalculatedChannelRecord, type CalculatedDefinition, feeds } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { allCalculated } from "../../../api/calculated-channels.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useCalculatedEditing } from "./calculated-editing.ts";

/** What it is calculated from, and what is calculated from it [RUL7]. */
export function DependencyCard({ id }: { readonly id: string | undefined }) {
  const m = useMessages();
  const { definition } = useCalculatedEditing();
  const { data } = useQuery(allCalculated());
  const others = (data?.data ?? []).filter((one) => one.id.id !== id);
  const fed = others.filter((one) => feeds(definition, one.definition));
  const keys = [...new Set(definition.inputs.map(({ key }) => key))];
  return (
    <section className="card" aria-label={m.calculated.dependencies}>
      <div className="card-head">
        <h2>{m.calculated.dependencies}</h2>
      </div>
      <div className="card-body stack">
        <h3>{m.calculated.dependsOn}</h3>
        <ul className="dependency-list">
          {keys.map((key) => (
            <li key={key}>
              <Source keyName={key} feeding={others.filter((one) => isSource(one, key, definition))} />
            </li>
          ))}
        </ul>
        <h3>{m.calculated.feedsInto}</h3>
        {fed.length === 0 ? (
          <p className="soft">{m.calculated.nothingDepends}</p>
        ) : (
          <ul className="dependency-list">
            {fed.map((one) => (
              <li key={one.id.id}>
                <ChannelLink channel={one} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const isSource = ({ definition }: CalculatedChannelRecord, key: string, fed: CalculatedDefinition): boolean =>
  definition.key === key && feeds(definition, fed);

interface SourceProps {
  readonly keyName: string;
  readonly feeding: readonly CalculatedChannelRecord[];
}

function Source({ keyName, feeding }: SourceProps) {
  const m = useMessages();
  if (feeding.length === 0)
    return (
      <>
        <code className="break">{keyName}</code> <span className="soft">{m.calculated.sent}</span>
      </>
    );
  return feeding.map((one) => (
    <span key={one.id.id}>
      <ChannelLink channel={one} /> <span className="soft">{m.calculated.calculatedHere}</span>{" "}
    </span>
  ));
}

const ChannelLink = ({ channel: { id, definition } }: { readonly channel: CalculatedChannelRecord }) => (
  <Link to="/calculated/$channelId" params={{ channelId: id.id }} className="break">
    <code>{definition.key}</code>
    {definition.name !== undefined && ` ${definition.name}`}
  </Link>
);
