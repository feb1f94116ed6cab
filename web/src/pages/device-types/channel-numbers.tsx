import type { Channel } from "@heliograph/contract";
import { areDecimals } from "@heliograph/contract/channel-meaning";
import { useMessages } from "../../i18n/messages.tsx";
import { Fault } from "./channel-fault.tsx";
import type { FaultyField } from "./channel-faults.ts";
import { withField } from "./draft.ts";
import { NumberEdit } from "./edit-fields.tsx";
import { type LimitName, type Limits, limitNames } from "./limit-share.ts";
import { LimitVerdict } from "./limit-verdict.tsx";
import { LimitsOnValues } from "./limits-on-values.tsx";
import type { OfType } from "./of-type.ts";

interface ChannelNumbersProps {
  readonly channel: Channel;
  readonly inherited: Channel | undefined;
  readonly faults: ReadonlySet<FaultyField>;
  readonly ofType: OfType | undefined;
  readonly onChange: ((channel: Channel) => void) | undefined;
}

type Range = NonNullable<Channel["range"]>;

/** What is said of numbers: decimals, what is expected, and limits. */
export function ChannelNumbers({ channel, inherited, faults, ofType, onChange }: ChannelNumbersProps) {
  const m = useMessages();
  // One that is said replaces all of them: it begins with those of the type.
  const range = channel.range ?? inherited?.range ?? {};
  const limits = channel.limits ?? inherited?.limits ?? {};
  const setRange = (side: "min" | "max") =>
    onChange &&
    ((value: number | undefined) =>
      onChange(withField(channel, "range", withField<Range, "min" | "max">(range, side, value))));
  const setLimit =
    onChange &&
    ((name: LimitName, value: number | undefined) =>
      onChange(withField(channel, "limits", withField<Limits, LimitName>(limits, name, value))));
  const setDecimals = onChange && ((value: number | undefined) => onChange(withField(channel, "decimals", value)));
  const { decimals } = channel;
  const decimalsProblem =
    decimals === undefined || areDecimals(decimals) ? undefined : m.deviceTypes.problems.decimalsOutside;
  return (
    <>
      <div className="form-pair of-three">
        <NumberEdit
          label={m.deviceTypes.decimals}
          value={decimals}
          problem={decimalsProblem}
          placeholder={inherited?.decimals}
          onChange={setDecimals}
        />
        <NumberEdit
          label={m.deviceTypes.from}
          value={channel.range?.min}
          placeholder={range.min}
          onChange={setRange("min")}
        />
        <NumberEdit
          label={m.deviceTypes.to}
          value={channel.range?.max}
          placeholder={range.max}
          onChange={setRange("max")}
        />
      </div>
      <Fault faults={faults} of="range" />
      {ofType && <LimitsOnValues {...ofType} channel={channel} onLimit={setLimit} />}
      <div className="form-pair">
        {limitNames.map((name) => (
          <NumberEdit
            key={name}
            label={m.deviceTypes.limits[name]}
            value={channel.limits?.[name]}
            placeholder={limits[name]}
            onChange={setLimit && ((value) => setLimit(name, value))}
          />
        ))}
      </div>
      <Fault faults={faults} of="limits" />
      {ofType && <LimitVerdict {...ofType} channel={channel} />}
    </>
  );
}
