import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { device } from "../../../api/devices.ts";
import { exportCsv } from "../../../api/telemetry.ts";
import type { Channels } from "../../../channels/use-channels.ts";
import { chartPin, pinTitle } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import type { ShownTime } from "../../../time-range/shown-time.ts";
import { TimeRangeControl } from "../../../time-range/time-range-control.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { ErrorNote } from "../../../ui/states.tsx";
import { DeletePoints } from "./delete-points.tsx";
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
  const title = pinTitle(shown?.name, keys.map((key) => channels(key).title).join(", "));
  return (
    <div className="card-head">
      <TimeRangeControl
        shown={window}
        onChange={(time) => onChange({ ...(search.keys && { keys: search.keys }), ...time })}
      />
      <div className="row">
        <CopyButton text={location.href} title={m.telemetry.copyLink} icon="link" />
        {keys.length > 0 && <PinButton hasText pins={[chartPin(deviceId, keys, title)]} />}
        <DeletePoints deviceId={deviceId} keys={keys} window={window} />
        <ExportButton deviceId={deviceId} keys={keys} window={window} />
      </div>
    </div>
  );
}

function ExportButton({ deviceId, keys, window }: Pick<ChartToolbarProps, "deviceId" | "keys" | "window">) {
  const m = useMessages();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    const { from, to } = window;
    await exportCsv({ deviceId, keys, from, to })
      .then((blob) => saveBlob(blob, `telemetry-${deviceId}.csv`))
      .catch(setError);
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
        <Icon name="download" /> {m.telemetry.exportCsv}
      </button>
      <ErrorNote error={error} />
    </>
  );
}
