import type { ChannelState, Severity } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { removedAt, replacedAt, typedScalar, withField } from "./draft.ts";

interface StateListProps {
  readonly states: readonly ChannelState[];
  readonly onChange: ((states: ChannelState[]) => void) | undefined;
}

const severities: readonly Severity[] = ["normal", "warning", "alarm"];

/** What values of a state mean, a line each. */
export function StateList({ states, onChange }: StateListProps) {
  const m = useMessages();
  const set = (index: number, state: ChannelState) => onChange?.(replacedAt(states, index, state));
  return (
    <fieldset className="states" disabled={!onChange}>
      <legend>{m.deviceTypes.states}</legend>
      {states.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a state is known by its place while its value is being typed
        <div className="row tight" key={index}>
          <input
            aria-label={m.common.value}
            className="state-value"
            value={String(state.value)}
            onChange={({ target }) => set(index, { ...state, value: typedScalar(target.value) })}
          />
          <input
            aria-label={m.common.name}
            value={state.name ?? ""}
            onChange={({ target }) => set(index, withField(state, "name", target.value))}
          />
          <select
            aria-label={m.deviceTypes.severity}
            value={state.severity ?? "normal"}
            onChange={({ target }) => {
              const chosen = severities.find((one) => one === target.value);
              set(index, withField(state, "severity", chosen === "normal" ? undefined : chosen));
            }}
          >
            {severities.map((one) => (
              <option key={one} value={one}>
                {one === "normal" ? m.deviceTypes.normal : m.deviceTypes.severities[one]}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button ghost square small"
            aria-label={`${m.common.delete}: ${state.name ?? state.value}`}
            onClick={() => onChange?.(removedAt(states, index))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <button type="button" className="button small" onClick={() => onChange?.([...states, { value: states.length }])}>
        <Icon name="plus" /> {m.deviceTypes.state}
      </button>
    </fieldset>
  );
}
