import type { Channel, ChannelKind } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { withField } from "./draft.ts";
import { CheckEdit, ChoiceEdit, NumberEdit, TextEdit } from "./edit-fields.tsx";
import { StateList } from "./state-list.tsx";

interface ChannelFormProps {
  readonly channel: Channel;
  readonly onChange: ((channel: Channel) => void) | undefined;
  readonly onClose?: () => void;
}

const kinds: readonly ChannelKind[] = ["number", "state", "position", "text"];
const limitNames = ["alarmBelow", "warnBelow", "warnAbove", "alarmAbove"] as const;
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
export function ChannelForm({ channel, onChange, onClose }: ChannelFormProps) {
  const m = useMessages();
  const set = <K extends keyof Channel>(field: K) =>
    onChange && ((value: Channel[K] | undefined | "") => onChange(withField(channel, field, value)));
  const german = onChange && ((de: string) => onChange(withField(channel, "names", named(channel.names, de))));
  const kind = channel.kind ?? "number";
  return (
    <section className="card channel-panel" aria-label={channel.name || channel.key}>
      <div className="card-head">
        <h2 className="break">{channel.name || channel.key}</h2>
        {onClose && (
          <button type="button" className="button ghost square small" aria-label={m.common.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div className="card-body form">
        <TextEdit
          label={m.deviceTypes.key}
          hint={m.deviceTypes.keyHint}
          value={channel.key}
          maxLength={256}
          onChange={onChange && ((key) => onChange({ ...channel, key }))}
        />
        <div className="form-pair">
          <TextEdit label={m.common.name} value={channel.name} onChange={set("name")} />
          <TextEdit label={m.deviceTypes.german} value={channel.names?.["de"]} onChange={german} />
        </div>
        <div className="form-pair">
          <ChoiceEdit
            label={m.deviceTypes.kind}
            value={kind}
            options={kinds.map((one) => [one, m.deviceTypes.kinds[one]] as const)}
            onChange={set("kind")}
          />
          <TextEdit
            label={m.deviceTypes.unit}
            value={channel.unit}
            maxLength={32}
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
        {kind === "number" && <Numbers channel={channel} onChange={onChange} />}
        {(kind === "state" || channel.states) && <StateList states={channel.states ?? []} onChange={set("states")} />}
        <div className="row">
          <CheckEdit
            label={m.deviceTypes.pinned}
            value={channel.pinned ?? false}
            onChange={onChange && ((on) => onChange(withField(channel, "pinned", on || undefined)))}
          />
          <CheckEdit
            label={m.deviceTypes.hidden}
            value={channel.hidden ?? false}
            onChange={onChange && ((on) => onChange(withField(channel, "hidden", on || undefined)))}
          />
          <Colour colour={channel.colour} onChange={set("colour")} />
        </div>
        <small>{m.deviceTypes.limitsNote}</small>
      </div>
    </section>
  );
}

const named = (names: Channel["names"], de: string): Record<string, string> => {
  const { de: _, ...others } = names ?? {};
  return de === "" ? others : { ...others, de };
};

interface NumbersProps {
  readonly channel: Channel;
  readonly onChange: ((channel: Channel) => void) | undefined;
}

function Numbers({ channel, onChange }: NumbersProps) {
  const m = useMessages();
  const setRange = (side: "min" | "max") =>
    onChange &&
    ((value: number | undefined) =>
      onChange(withField(channel, "range", withField<Range, "min" | "max">(channel.range ?? {}, side, value))));
  const setLimit = (name: (typeof limitNames)[number]) =>
    onChange &&
    ((value: number | undefined) =>
      onChange(
        withField(channel, "limits", withField<Limits, (typeof limitNames)[number]>(channel.limits ?? {}, name, value)),
      ));
  const setDecimals =
    onChange &&
    ((value: number | undefined) =>
      onChange(withField(channel, "decimals", value === undefined ? undefined : clamped(value))));
  return (
    <>
      <div className="form-pair">
        <NumberEdit label={m.deviceTypes.decimals} value={channel.decimals} onChange={setDecimals} />
        <NumberEdit label={m.deviceTypes.from} value={channel.range?.min} onChange={setRange("min")} />
        <NumberEdit label={m.deviceTypes.to} value={channel.range?.max} onChange={setRange("max")} />
      </div>
      <div className="form-pair">
        {limitNames.map((name) => (
          <NumberEdit
            key={name}
            label={m.deviceTypes.limits[name]}
            value={channel.limits?.[name]}
            onChange={setLimit(name)}
          />
        ))}
      </div>
    </>
  );
}

type Range = NonNullable<Channel["range"]>;
type Limits = NonNullable<Channel["limits"]>;
const mostDecimals = 15;
const clamped = (value: number): number => Math.min(mostDecimals, Math.max(0, Math.round(value)));

interface ColourProps {
  readonly colour: string | undefined;
  readonly onChange: ((colour: string | undefined) => void) | undefined;
}

function Colour({ colour, onChange }: ColourProps) {
  const m = useMessages();
  return (
    <span className="row tight">
      <label className="check">
        <input
          type="color"
          value={colour ?? "#0b6482"}
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
