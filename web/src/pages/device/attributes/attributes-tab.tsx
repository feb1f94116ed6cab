import type { AttributeRecord, AttributeScope } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { attributes, deleteAttribute } from "../../../api/attributes.ts";
import { valueText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useLiveAttributes } from "../../../live/use-live-attributes.ts";
import { useMay } from "../../../shell/current-user.ts";
import { kindOf } from "../../../typed-fields/attribute-value.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { RowButton } from "../../../ui/row-button.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { Ago } from "../../../ui/time.tsx";
import { AttributeForm } from "./attribute-form.tsx";
import { TypeAttributes } from "./type-attributes.tsx";

const route = getRouteApi("/devices/$deviceId");
const scopes: readonly AttributeScope[] = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"];

export function AttributesTab() {
  const { deviceId } = route.useParams();
  const { refetchInterval } = useLiveAttributes(deviceId);
  return (
    <div className="stack">
      <TypeAttributes deviceId={deviceId} />
      {scopes.map((scope) => (
        <Scope key={scope} deviceId={deviceId} scope={scope} refetchInterval={refetchInterval} />
      ))}
    </div>
  );
}

interface ScopeProps {
  readonly deviceId: string;
  readonly scope: AttributeScope;
  readonly refetchInterval: number | false;
}

function Scope({ deviceId, scope, refetchInterval }: ScopeProps) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_ATTRIBUTES") && scope !== "CLIENT_SCOPE";
  const { data, error, refetch } = useQuery({ ...attributes(deviceId, scope), refetchInterval });
  const [open, setOpen] = useState<{ kind: "edit" | "delete"; attribute?: AttributeRecord }>();
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: ["attributes", deviceId] });
  const close = () => setOpen(undefined);
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.attributes.scopes[scope]}</h2>
          <p>
            {m.attributes.explain[scope]} {!mayEdit && scope !== "CLIENT_SCOPE" && m.attributes.readOnly}
          </p>
        </div>
        {mayEdit && (
          <button type="button" className="button small" onClick={() => setOpen({ kind: "edit" })}>
            <Icon name="plus" /> {m.attributes.add}
          </button>
        )}
      </div>
      {data ? (
        <AttributeTable
          attributes={data}
          mayEdit={mayEdit}
          onEdit={(attribute) => setOpen({ kind: "edit", attribute })}
          onDelete={(attribute) => setOpen({ kind: "delete", attribute })}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton lines={3} />
        </div>
      )}
      {open?.kind === "edit" && (
        <AttributeForm
          deviceId={deviceId}
          scope={scope}
          {...(open.attribute && { attribute: open.attribute })}
          onSaved={() => void reload()}
          onClose={close}
        />
      )}
      {open?.kind === "delete" && open.attribute && (
        <Confirm
          title={m.attributes.deleteTitle}
          text={m.attributes.deleteText(open.attribute.key)}
          action={m.common.delete}
          onConfirm={async () => {
            await deleteAttribute(deviceId, scope, open.attribute?.key ?? "");
            await reload();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

interface TableProps {
  readonly attributes: readonly AttributeRecord[];
  readonly mayEdit: boolean;
  readonly onEdit: (attribute: AttributeRecord) => void;
  readonly onDelete: (attribute: AttributeRecord) => void;
}

function AttributeTable({ attributes: rows, mayEdit, onEdit, onDelete }: TableProps) {
  const m = useMessages();
  const locale = useLocale();
  if (rows.length === 0) return <p className="card-body soft">{m.attributes.empty}</p>;
  return (
    <div className="table-scroll">
      <CardTable className="fixed">
        <thead>
          <tr>
            <th>{m.attributes.key}</th>
            <th>{m.common.value}</th>
            <th>{m.common.type}</th>
            <th>{m.attributes.updated}</th>
            {mayEdit && <th className="right">{m.common.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((attribute) => (
            <tr key={attribute.key}>
              <td>{attribute.key}</td>
              <td className={typeof attribute.value === "object" ? "mono" : undefined}>
                {valueText(attribute.value, locale)}
              </td>
              <td className="soft nowrap">{m.attributes.types[kindOf(attribute.value)]}</td>
              <td className="soft nowrap">
                <Ago ms={attribute.lastUpdateTs} />
              </td>
              {mayEdit && (
                <td className="right nowrap">
                  <RowButton icon="edit" label={m.common.edit} of={attribute.key} onClick={() => onEdit(attribute)} />
                  <RowButton
                    icon="trash"
                    label={m.common.delete}
                    of={attribute.key}
                    onClick={() => onDelete(attribute)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </CardTable>
    </div>
  );
}
