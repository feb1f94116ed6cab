import type { Channel, ChannelKind } from "@heliograph/contract";
import { nameIn } from "@heliograph/contract/channel-meaning";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Fault } from "./channel-fault.tsx";
import type { FaultyField } from "./channel-faults.ts";
import { ChannelNumbers } from "./channel-numbers.tsx";
import { withField } from "./draft.ts";
import { CheckEdit, ChoiceEdit, TextEdit } from "./edit-fields.tsx";
import type { OfType } from "./of-type.ts";
import { StateList } from "./state-list.tsx";

interface ChannelFormProps {
  readonly channel: Channel;
  readonly onChange: ((channel: Channel) => void) | undefined;
  readonly onClose?: () => void;
  /** What is wrong with it, told at its field. */
  readonly faults?: ReadonlySet<FaultyField>;
  /** What counts where the channel says nothing: of a device, the word of its type. */
  readonly inherited?: Channel | undefined;
  /** Where it is a channel of a type: limits are drawn on what devices measured. */
  readonly ofType?: OfType | undefined;
  /** What else is to say of it. */
  readonly children?: ReactNode;
}

const noFaults: ReadonlySet<FaultyField> = new Set();

const kinds: readonly ChannelKind[] = ["number", "state", "position", "text"];
/** A few to choose from; any other text is a unit, too. */
const units = [
  "Cel",
  "K",
  "%",
  "bar",
  "Pa",
  "V",
  "A",
  "W",
  "kW.h",
  "Hz",
  "N.m",
  "mm/s",
  "m/s",
  "km/h",
  "{rpm}",
  "l/min",
];

/** All that is said of one channel. */
export function ChannelForm(props: ChannelFormProps) {
  const { channel, onChange, onClose, faults = noFaults, inherited, ofType, children } = props;
  const m = useMessages();
  const locale = useLocale();
  const title = nameIn(channel, locale) || (inherited && nameIn(inherited, locale)) || channel.key;
  const panel = useRef<HTMLElement>(null);
  const isPanel = onClose !== undefined;
  // Who opened it goes on inside it; the browser keeps the place of what is around.
  useEffect(() => {
    if (isPanel) panel.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, [isPanel]);
  const set = <K extends keyof Channel>(field: K) =>
    onChange && ((value: Channel[K] | undefined | "") => onChange(withField(channel, field, value)));
  const german = onChange && ((de: string) => onChange(withField(channel, "names", named(channel.names, de))));
  const kind = channel.kind ?? inherited?.kind ?? "number";
  const flag = (name: "pinned" | "hidden") => ({
    value: channel[name] ?? inherited?.[name] ?? false,
    onChange:
      onChange &&
      ((on: boolean) => onChange(withField(channel, name, on === (inherited?.[name] ?? false) ? undefined : on))),
  });
  return (
    <section
      ref={panel}
      className="card channel-panel"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !onClose) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="card-head">
        <h2 className="break">{title}</h2>
        {onClose && (
          <button type="button" className="button ghost square small" aria-label={m.common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className="card-body form">
        {inherited === undefined && (
          <TextEdit
            label={m.deviceTypes.key}
            hint={m.deviceTypes.keyHint}
            value={channel.key}
            maxLength={256}
            onChange={onChange && ((key) => onChange({ ...channel, key }))}
          />
        )}
        <Fault faults={faults} of="noKey" />
        <Fault faults={faults} of="key" />
        <div className="form-pair">
          <TextEdit label={m.common.name} value={channel.name} placeholder={inherited?.name} onChange={set("name")} />
          <TextEdit
            label={m.deviceTypes.german}
            value={channel.names?.["de"]}
            placeholder={inherited?.names?.["de"]}
            onChange={german}
          />
        </div>
        <div className="form-pair">
          <ChoiceEdit<ChannelKind | "">
            label={m.deviceTypes.kind}
            value={inherited ? (channel.kind ?? "") : kind}
            options={[
              ...(inherited
                ? [["", m.deviceTypes.asType(m.deviceTypes.kinds[inherited.kind ?? "number"])] as const]
                : []),
              ...kinds.map((one) => [one, m.deviceTypes.kinds[one]] as const),
            ]}
            onChange={set("kind")}
          />
          <TextEdit
            label={m.deviceTypes.unit}
            value={channel.unit}
            maxLength={32}
            placeholder={inherited?.unit}
            list="units"
            onChange={set("unit")}
          />
          <datalist id="units">
            {units.map((unit) => (
              <option key={unit} value={unit} />
            ))}
          </datalist>
        </div>
        {kind === "position" && (
          <ChoiceEdit<"both" | "latitude" | "longitude">
            label={m.deviceTypes.part}
            value={channel.part ?? "both"}
            options={(["both", "latitude", "longitude"] as const).map(
              (one) => [one, m.deviceTypes.parts[one]] as const,
            )}
            onChange={onChange && ((part) => onChange(withField(channel, "part", part === "both" ? undefined : part)))}
          />
        )}
        {kind === "number" && <ChannelNumbers {...{ channel, inherited, faults, ofType, onChange }} />}
        {(kind === "state" || channel.states) && (
          <StateList states={channel.states ?? inherited?.states ?? []} onChange={set("states")} />
        )}
        <Fault faults={faults} of="states" />
        <div className="row">
          <CheckEdit label={m.deviceTypes.pinned} {...flag("pinned")} />
          <CheckEdit label={m.deviceTypes.hidden} {...flag("hidden")} />
          <Colour colour={channel.colour} inherited={inherited?.colour} onChange={set("colour")} />
        </div>
        <small>{m.deviceTypes.limitsNote}</small>
      </div>
      {children}
    </section>
  );
}

const named = (names: Channel["names"], de: string): Record<string, string> => {
  const { de: _, ...others } = names ?? {};
  return de === "" ? others : { ...others, de };
};

interface ColourProps {
  readonly colour: string | undefined;
  readonly inherited: string | undefined;
  readonly onChange: ((colour: string | undefined) => void) | undefined;
}

function Colour({ colour, inherited, onChange }: ColourProps) {
  const m = useMessages();
  return (
    <span className="row tight">
      <label className="check">
        <input
          type="color"
          value={colour ?? inherited ?? "#0b6482"}
          disabled={!onChange}
          onChange={({ target }) => onChange?.(target.value)}
        />{" "}
        {m.deviceTypes.colour}
      </label>
      {colour && onChange && (
        <button
          type="button"
          className="button ghost square small"
          aria-label={m.deviceTypes.noColour}
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" />
        </button>
      )}
    </span>
  );
}
