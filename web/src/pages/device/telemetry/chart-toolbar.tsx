import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { device } from "../../../api/devices.ts";
import type { Channels } from "../../../channels/use-channels.ts";
import { chartPin, pinTitle } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { useIsPhone } from "../../../state/use-media.ts";
import { type ShownTime, timed } from "../../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../../time-range/time-range-control.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { DeletePoints } from "./delete-points.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { befores } from "./line-ids.ts";
import { NoteForm } from "./note-form.tsx";
import type { TelemetrySearch } from "./telemetry-search.ts";

interface ChartToolbarProps {
  readonly deviceId: string;
  readonly channels: Channels;
  readonly keys: readonly string[];
  readonly search: TelemetrySearch;
  readonly window: ShownTime;
  readonly onChange: (search: TelemetrySearch) => void;
}

export function ChartToolbar({ deviceId, channels, keys, search, window, onChange }: ChartToolbarProps) {
  const m = useMessages();
  const { data: shown } = useQuery(device(deviceId));
  const mayEdit = useMay()("EDIT_TELEMETRY");
  const isPhone = useIsPhone();
  const [isAnnotating, setAnnotating] = useState(false);
  const title = pinTitle(shown?.name, keys.map((key) => channels(key).title).join(", "));
  return (
    <div className="card-head chart-toolbar">
      <TimeRangeControl shown={window} onChange={(time) => onChange(timed(search, time))} />
      <div className="row">
        <BeforeField search={search} onChange={onChange} />
        {mayEdit && (
          <button type="button" className="button" onClick={() => setAnnotating(true)}>
            <Icon name="note" /> {m.compare.annotate}
          </button>
        )}
        <CopyButton
          text={location.href}
          title={m.telemetry.copyLink}
          icon="link"
          {...(isPhone && { label: m.telemetry.copyLink })}
        />
        {keys.length > 0 && <PinButton hasText pins={[chartPin(deviceId, keys, title)]} />}
        <DeletePoints {...{ deviceId, search, window }} />
        {keys.length > 0 && <ExportMenu {...{ deviceId, keys, window }} name={shown?.name} />}
      </div>
      {isAnnotating && <NoteForm {...{ deviceId, window }} onClose={() => setAnnotating(false)} />}
    </div>
  );
}

/** What is drawn beneath the lines. */
function BeforeField({ search, onChange }: Pick<ChartToolbarProps, "search" | "onChange">) {
  const m = useMessages();
  const { before, ...others } = search;
  return (
    <select
      aria-label={m.compare.beneath}
      title={m.compare.beneath}
      value={before ?? ""}
      onChange={({ target }) => {
        const chosen = befores.find((one) => one === target.value);
        onChange({ ...others, ...(chosen && { before: chosen }) });
      }}
    >
      <option value="">{m.compare.nothingBeneath}</option>
      {befores.map((one) => (
        <option key={one} value={one}>
          {m.compare.befores[one]}
        </option>
      ))}
    </select>
  );
}
