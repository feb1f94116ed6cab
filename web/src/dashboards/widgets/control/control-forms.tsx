import { lazy, useId, useState } from "react";
import { drawable, numberText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { isOn } from "../../switch-state.ts";
import type { ControlFormProps } from "./control-form-props.ts";

/** Fetched where there is one: most controls are switches and buttons. */
const ControlFields = lazy(async () => ({ default: (await import("./control-fields.tsx")).ControlFields }));

export function ControlForm(props: ControlFormProps) {
  switch (props.options.form) {
    case "SWITCH":
      return <Switch {...props} />;
    case "SLIDER":
      return <Slider key={String(props.values[0])} {...props} />;
    case "BUTTON":
      return <Push {...props} />;
    case "FORM":
      return <ControlFields {...props} />;
  }
}

const nameOf = ({ title, options }: ControlFormProps): string => options.label || title || options.key || "";

function Switch(props: ControlFormProps) {
  const m = useMessages();
  const on = isOn(props.values);
  return (
    <span className="row">
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={on ?? false}
        aria-label={nameOf(props)}
        disabled={props.isBusy}
        onClick={() => props.onSend(!on)}
      />
      <span className={on === undefined ? "soft" : ""}>
        {on === undefined
          ? props.values.every((value) => value === undefined)
            ? m.dashboards.neverSet
            : m.dashboards.differs
          : on
            ? m.dashboards.on
            : m.dashboards.off}
      </span>
    </span>
  );
}

function Slider(props: ControlFormProps) {
  const m = useMessages();
  const locale = useLocale();
  const id = useId();
  const { min = 0, max = 100, step = 1 } = props.options;
  const [value, setValue] = useState(drawable(props.values[0]) ?? min);
  return (
    <span className="row">
      <label className="off-screen" htmlFor={id}>
        {nameOf(props)}
      </label>
      <input
        {...{ id, min, max, step, value, type: "range", disabled: props.isBusy }}
        onChange={({ target }) => setValue(target.valueAsNumber)}
      />
      <output htmlFor={id}>{numberText(value, locale)}</output>
      <button type="button" className="button" disabled={props.isBusy} onClick={() => props.onSend(value)}>
        {m.dashboards.set}
      </button>
    </span>
  );
}

function Push(props: ControlFormProps) {
  const m = useMessages();
  const { value = true } = props.options;
  return (
    <button type="button" className="button primary" disabled={props.isBusy} onClick={() => props.onSend(value)}>
      {nameOf(props) || m.dashboards.send}
    </button>
  );
}
