import { useState } from "react";
import { exportCsv } from "../../../api/telemetry.ts";
import { chartPin } from "../../../dashboards/making/pin.ts";
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
  readonly keys: readonly string[];
  readonly search: TelemetrySearch;
  readonly window: ShownTime;
  readonly onChange: (search: TelemetrySearch) => void;
}

export function ChartToolbar({ deviceId, keys, search, window, onChange }: ChartToolbarProps) {
  const m = useMessages();
  return (
    <div className="card-head">
      <TimeRangeControl
        shown={window}
        onChange={(time) => onChange({ ...(search.keys && { keys: search.keys }), ...time })}
      />
      <div className="row">
        <CopyButton text={location.href} title={m.telemetry.copyLink} icon="link" />
        {keys.length > 0 && <PinButton hasText pins={[chartPin(deviceId, keys, keys.join(", ").slice(0, 255))]} />}
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
