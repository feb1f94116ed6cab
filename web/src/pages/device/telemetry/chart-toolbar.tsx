import { useRef, useState } from "react";
import { exportCsv } from "../../../api/telemetry.ts";
import { chartPin } from "../../../dashboards/making/pin.ts";
import { PinButton } from "../../../dashboards/making/pin-button.tsx";
import { localInputMs, localInputText } from "../../../format/time.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextField, textOf } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { Icon } from "../../../ui/icon.tsx";
import { saveBlob } from "../../../ui/save-blob.ts";
import { Segments } from "../../../ui/segments.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { DeletePoints } from "./delete-points.tsx";
import {
  type Preset,
  panned,
  presets,
  type TelemetrySearch,
  type Window,
  zoomedIn,
  zoomedOut,
} from "./telemetry-search.ts";

interface ChartToolbarProps {
  readonly deviceId: string;
  readonly keys: readonly string[];
  readonly search: TelemetrySearch;
  readonly window: Window;
  readonly onChange: (search: TelemetrySearch) => void;
}

export function ChartToolbar({ deviceId, keys, search, window, onChange }: ChartToolbarProps) {
  const m = useMessages();
  const [isCustom, setCustom] = useState(false);
  const preset = useLastPreset(window.isLive ? (search.range ?? "1h") : undefined);
  const kept = search.keys ? { keys: search.keys } : {};
  const fixed = (range: { from: number; to: number }) => onChange({ ...kept, ...range });
  const options = presets.map((preset): [Preset, string] => [preset, m.telemetry.ranges[preset]]);
  return (
    <div className="card-head">
      <div className="row">
        <Segments
          label={m.telemetry.range}
          options={options}
          value={window.isLive ? (search.range ?? "1h") : undefined}
          onChange={(range) => onChange({ ...kept, range })}
        />
        <button type="button" className="button" aria-pressed={!window.isLive} onClick={() => setCustom(true)}>
          {m.telemetry.custom}
        </button>
        {window.isLive ? (
          <span className="badge good">{m.telemetry.live}</span>
        ) : (
          <button type="button" className="button" onClick={() => onChange({ ...kept, range: preset })}>
            <Icon name="refresh" /> {m.telemetry.reset}
          </button>
        )}
      </div>
      <div className="row">
        <Tool icon="left" text={m.telemetry.earlier} onClick={() => fixed(panned(window, -1))} />
        <Tool icon="right" text={m.telemetry.later} onClick={() => fixed(panned(window, 1))} />
        <Tool icon="zoomIn" text={m.telemetry.zoomIn} onClick={() => fixed(zoomedIn(window))} />
        <Tool icon="zoomOut" text={m.telemetry.zoomOut} onClick={() => fixed(zoomedOut(window))} />
        <CopyButton text={location.href} title={m.telemetry.copyLink} icon="link" />
        {keys.length > 0 && <PinButton hasText pins={[chartPin(deviceId, keys, keys.join(", ").slice(0, 255))]} />}
        <DeletePoints deviceId={deviceId} keys={keys} window={window} />
        <ExportButton deviceId={deviceId} keys={keys} window={window} />
      </div>
      {isCustom && <CustomRange window={window} onClose={() => setCustom(false)} onApply={fixed} />}
    </div>
  );
}

/** What was shown before somebody zoomed or moved. */
function useLastPreset(now: Preset | undefined): Preset {
  const last = useRef<Preset>("1h");
  if (now !== undefined) last.current = now;
  return last.current;
}

interface ToolProps {
  readonly icon: "left" | "right" | "zoomIn" | "zoomOut";
  readonly text: string;
  readonly onClick: () => void;
}

const Tool = ({ icon, text, onClick }: ToolProps) => (
  <button type="button" className="button ghost square" aria-label={text} title={text} onClick={onClick}>
    <Icon name={icon} />
  </button>
);

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

interface CustomRangeProps {
  readonly window: Window;
  readonly onApply: (range: { from: number; to: number }) => void;
  readonly onClose: () => void;
}

function CustomRange({ window, onApply, onClose }: CustomRangeProps) {
  const m = useMessages();
  const apply = async (form: FormData) => {
    const [from, to] = [localInputMs(textOf(form, "from")), localInputMs(textOf(form, "to"))];
    if (!(from < to)) throw new FormProblem(m.telemetry.badRange);
    onApply({ from, to });
    onClose();
  };
  return (
    <Dialog title={m.telemetry.range} onClose={onClose}>
      <Form action={m.telemetry.apply} send={apply} onCancel={onClose}>
        <div className="form-pair">
          <TextField
            label={m.common.from}
            name="from"
            type="datetime-local"
            value={localInputText(window.from)}
            required
          />
          <TextField label={m.common.to} name="to" type="datetime-local" value={localInputText(window.to)} required />
        </div>
      </Form>
    </Dialog>
  );
}
