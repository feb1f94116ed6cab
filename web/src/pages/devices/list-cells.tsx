import type { DeviceRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { errorText } from "../../ui/states.tsx";
import type { Selection } from "./use-selection.ts";
import type { RowFailure } from "./values/use-visible-devices.ts";

/** On its way, or it did not come. */
export function MissingRow({ failure }: { readonly failure: RowFailure | undefined }) {
  const m = useMessages();
  if (!failure) return <span className="skeleton" role="cell" />;
  return (
    <div className="device-failure" role="cell">
      <span className="cut">{errorText(failure.error, m)}</span>
      <button type="button" className="button small" onClick={failure.retry}>
        {m.common.retry}
      </button>
    </div>
  );
}

interface ChoiceCellProps {
  readonly device: DeviceRecord;
  readonly selection: Selection;
  readonly onRange: () => void;
  /** Where the next range begins. */
  readonly onChosen: () => void;
}

/** With the shift key down, everything from the last one on. */
export function ChoiceCell({ device, selection, onRange, onChosen }: ChoiceCellProps) {
  const m = useMessages();
  return (
    <div role="cell" className="choice-cell">
      <input
        type="checkbox"
        aria-label={m.devices.select(device.name)}
        checked={selection.has(device)}
        onChange={({ target, nativeEvent }) => {
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onRange();
          else selection.toggle(device, target.checked);
          onChosen();
        }}
      />
    </div>
  );
}
