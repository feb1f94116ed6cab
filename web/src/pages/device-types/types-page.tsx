import type { DeviceTypeInfo } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deleteType, makeDefaultType, typeList, typesShown } from "../../api/device-types.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListCard } from "../../ui/list-card.tsx";
import { ListHead } from "../../ui/list-head.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { ImportTypeDialog, NewTypeDialog } from "./new-type-dialogs.tsx";

/** The types of devices a tenant has [TYP1]. */
export function TypesPage() {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_DEVICE_TYPES");
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(typesShown);
  const { data, error, refetch } = useQuery(typeList(search, limit));
  const [open, setOpen] = useState<"new" | "import">();
  const close = () => setOpen(undefined);
  return (
    <div className="page">
      <ListHead title={m.deviceTypes.title} text={m.deviceTypes.text} count={data?.totalElements}>
        <input
          type="search"
          aria-label={m.deviceTypes.search}
          placeholder={m.deviceTypes.search}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {mayEdit && (
          <>
            <button type="button" className="button" onClick={() => setOpen("import")}>
              <Icon name="upload" /> {m.deviceTypes.import}
            </button>
            <button type="button" className="button primary" onClick={() => setOpen("new")}>
              <Icon name="plus" /> {m.deviceTypes.add}
            </button>
          </>
        )}
      </ListHead>
      <ListCard {...{ data, error, refetch }} onMore={() => setLimit(limit + typesShown)}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon="types" title={m.deviceTypes.empty} text={m.deviceTypes.emptyText} />
          ) : (
            <TypeTable types={rows} mayEdit={mayEdit} />
          )
        }
      </ListCard>
      {open === "new" && <NewTypeDialog onClose={close} />}
      {open === "import" && <ImportTypeDialog onClose={close} />}
    </div>
  );
}

function TypeTable({ types, mayEdit }: { readonly types: readonly DeviceTypeInfo[]; readonly mayEdit: boolean }) {
  const m = useMessages();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<DeviceTypeInfo>();
  const reload = () => client.invalidateQueries({ queryKey: ["device-type-list"] });
  return (
    <>
      <CardTable>
        <thead>
          <tr>
            <th>{m.common.name}</th>
            <th>{m.devices.description}</th>
            <th className="right">{m.deviceTypes.channels}</th>
            <th className="right">{m.deviceTypes.devices}</th>
            {mayEdit && <th className="right">{m.common.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <TypeRow
              key={type.id.id}
              type={type}
              mayEdit={mayEdit}
              onDefault={async () => {
                await makeDefaultType(type.id.id);
                toast(m.common.saved);
                await reload();
              }}
              onDelete={() => setLeaving(type)}
            />
          ))}
        </tbody>
      </CardTable>
      {leaving && (
        <Confirm
          title={m.deviceTypes.deleteTitle}
          text={m.deviceTypes.deleteText(leaving.name)}
          action={m.common.delete}
          onConfirm={async () => {
            await deleteType(leaving.id.id);
            await reload();
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

interface TypeRowProps {
  readonly type: DeviceTypeInfo;
  readonly mayEdit: boolean;
  readonly onDefault: () => Promise<void>;
  readonly onDelete: () => void;
}

function TypeRow({ type, mayEdit, onDefault, onDelete }: TypeRowProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <tr>
      <td>
        <Link to="/types/$typeId" params={{ typeId: type.id.id }} data-opens>
          {type.name}
        </Link>{" "}
        {type.default && <span className="badge accent">{m.deviceTypes.default}</span>}
      </td>
      <td className="soft">
        <span className="clamp">{type.description}</span>
      </td>
      <td className="right">{countText(type.channelCount, locale)}</td>
      <td className="right">
        <Link
          to="/devices"
          search={{ type: type.name }}
          aria-label={`${countText(type.deviceCount, locale)} ${m.deviceTypes.devices}: ${type.name}`}
        >
          {countText(type.deviceCount, locale)}
        </Link>
      </td>
      {mayEdit && (
        <td className="right nowrap">
          {!type.default && (
            <>
              <button type="button" className="button small" onClick={() => void onDefault()}>
                {m.deviceTypes.makeDefault}
              </button>{" "}
              <RowButton icon="trash" label={m.common.delete} of={type.name} onClick={onDelete} />
            </>
          )}
        </td>
      )}
    </tr>
  );
}
