import { unitText } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { calculatedList, calculatedShown } from "../../api/calculated-channels.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { useMayCalculate } from "../calculated-channels/use-may-calculate.ts";

/** What is calculated for every device of a type [RUL7]. */
export function CalculatedCard({ typeId }: { readonly typeId: string }) {
  const may = useMay();
  const mayEdit = useMayCalculate();
  return may(pageNeeds.calculated) ? <Channels typeId={typeId} mayEdit={mayEdit} /> : null;
}

function Channels({ typeId, mayEdit }: { readonly typeId: string; readonly mayEdit: boolean }) {
  const m = useMessages();
  const { data } = useQuery(calculatedList({ text: "", deviceTypeId: typeId }, calculatedShown));
  if (!data || (data.data.length === 0 && !mayEdit)) return null;
  return (
    <section className="card" aria-label={m.calculated.ofThis}>
      <div className="card-head">
        <div>
          <h2>
            {m.calculated.ofThis} <span className="badge">{data.totalElements}</span>
          </h2>
          <p>{data.data.length > 0 ? m.calculated.ofTypeText : m.calculated.ofTypeNone}</p>
        </div>
        {mayEdit && (
          <Link to="/calculated/new" search={{ type: typeId }} className="button small">
            <Icon name="plus" /> {m.calculated.add}
          </Link>
        )}
      </div>
      {data.data.length > 0 && (
        <ul className="card-body dependency-list">
          {data.data.map(({ id, definition: { key, name, unit, expression } }) => (
            <li key={id.id}>
              <Link to="/calculated/$channelId" params={{ channelId: id.id }} className="break">
                {name || key}
              </Link>{" "}
              {unit && <span className="soft">[{unitText(unit)}]</span>} = <code className="break">{expression}</code>
            </li>
          ))}
          {data.totalElements > data.data.length && (
            <li>
              <Link to="/calculated" search={{ type: typeId }}>
                {m.calculated.showAll}
              </Link>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
