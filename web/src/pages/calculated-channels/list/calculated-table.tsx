import type { CalculatedChannelRecord, CalculatedScope } from "@heliograph/contract";
import { unitText } from "@heliograph/contract/channel-meaning";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { CardTable } from "../../../ui/card-table.tsx";
import { RowButton } from "../../../ui/row-button.tsx";
import { HistoryButton } from "../../audit/history-dialog.tsx";
import { useDeviceNames } from "../../rules/traces/use-device-names.ts";
import { useScopeNames } from "../../rules/use-rule-names.ts";
import { DeleteCalculated } from "../delete-calculated.tsx";
import { inputText } from "../input-text.ts";

/** Calculated channels with what they are for and what they are calculated from. */
export function CalculatedTable({ channels }: { readonly channels: readonly CalculatedChannelRecord[] }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_RULES");
  const deviceIds = useMemo(
    () => channels.flatMap(({ definition: { scope } }) => (scope.kind === "DEVICE" ? [scope.deviceId] : [])),
    [channels],
  );
  const devices = useDeviceNames(deviceIds);
  const [leaving, setLeaving] = useState<CalculatedChannelRecord>();
  return (
    <>
      <CardTable className="rule-table">
        <thead>
          <tr>
            <th>{m.calculated.channel}</th>
            <th>{m.calculated.expression}</th>
            <th className="hide-narrow">{m.calculated.calculatedFor}</th>
            <th className="hide-narrow">{m.calculated.unit}</th>
            <th className="right hide-narrow">{m.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <CalculatedRow
              key={channel.id.id}
              channel={channel}
              deviceName={(id) => devices.get(id)}
              onDelete={mayEdit ? () => setLeaving(channel) : undefined}
            />
          ))}
        </tbody>
      </CardTable>
      {leaving && <DeleteCalculated channel={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface CalculatedRowProps {
  readonly channel: CalculatedChannelRecord;
  readonly deviceName: (id: string) => string | undefined;
  readonly onDelete: (() => void) | undefined;
}

function CalculatedRow({ channel: { id, definition }, deviceName, onDelete }: CalculatedRowProps) {
  const m = useMessages();
  const locale = useLocale();
  const scopeNames = useScopeNames();
  // Until they are known they are not gone.
  const names = {
    type: (of: string) => scopeNames.type(of) ?? "…",
    project: (of: string) => scopeNames.project(of) ?? "…",
    channel: (key: string) => ({ title: key }),
  };
  const { key, name, unit, expression, inputs, scope } = definition;
  const inputTexts = inputs.map((input) => `${input.name} = ${inputText(input, m.calculated, names, locale)}`);
  return (
    <tr>
      <td>
        <Link to="/calculated/$channelId" params={{ channelId: id.id }} className="break" data-opens>
          {name || key}
        </Link>
        {name && (
          <small className="block soft break">
            <code>{key}</code>
          </small>
        )}
      </td>
      <td>
        <code className="clamp break">{expression}</code>
        <small className="clamp soft">{inputTexts.join("; ")}</small>
      </td>
      <td className="hide-narrow">
        <ScopeLink scope={scope} typeName={scopeNames.type} deviceName={deviceName} />
      </td>
      <td className="hide-narrow">{unitText(unit ?? "")}</td>
      <td className="right nowrap hide-narrow">
        <HistoryButton type="CALCULATED_CHANNEL" id={id.id} name={key} />
        {onDelete && <RowButton icon="trash" label={m.common.delete} of={key} onClick={onDelete} />}
      </td>
    </tr>
  );
}

interface ScopeLinkProps {
  readonly scope: CalculatedScope;
  readonly typeName: (id: string) => string | undefined;
  readonly deviceName: (id: string) => string | undefined;
}

function ScopeLink({ scope, typeName, deviceName }: ScopeLinkProps) {
  const m = useMessages();
  if (scope.kind === "DEVICE")
    return (
      <Link to="/devices/$deviceId" params={{ deviceId: scope.deviceId }} className="break">
        {deviceName(scope.deviceId) ?? "…"}
      </Link>
    );
  return (
    <Link to="/types/$typeId" params={{ typeId: scope.deviceTypeId }} className="break">
      {m.calculated.everyTypeOf(typeName(scope.deviceTypeId) ?? "…")}
    </Link>
  );
}
