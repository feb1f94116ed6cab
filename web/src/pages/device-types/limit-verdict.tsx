import type { Channel, ChannelValues } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { channelValues } from "../../api/device-types.ts";
import { typedText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { type Beyond, beyondLimit, isAlarm, isUpper, type LimitName, limitNames } from "./limit-share.ts";
import type { OfType } from "./of-type.ts";
import { useSettled } from "./use-settled.ts";

interface LimitVerdictProps extends OfType {
  readonly channel: Channel;
}

/** What the limits would have meant in the last days, in words; of one that was changed, what it meant before, too [TYP2]. */
export function LimitVerdict({ typeId, saved, channel }: LimitVerdictProps) {
  const maySee = useMay()("VIEW_TELEMETRY");
  const key = useSettled(channel.key);
  const { data } = useQuery({ ...channelValues(typeId, key), enabled: maySee && key !== "" });
  if (!data || data.samples === 0) return null;
  return (
    <div className="limit-verdict" aria-live="polite">
      {limitNames.map((name) => (
        <Sentence key={name} name={name} values={data} limit={channel.limits?.[name]} before={saved?.limits?.[name]} />
      ))}
    </div>
  );
}

interface SentenceProps {
  readonly name: LimitName;
  readonly values: ChannelValues;
  readonly limit: number | undefined;
  readonly before: number | undefined;
}

function Sentence({ name, values, limit, before }: SentenceProps) {
  const m = useMessages();
  const locale = useLocale();
  const number = (value: number) => typedText(value, locale);
  const told = (value: number) => {
    const { devices, share } = beyondLimit(values, name, value);
    return [m.deviceTypes.onDevices(devices.length), shareText(share, devices.length > 0, locale)] as const;
  };
  const { limits, beyondBefore, ofTime, limitGone } = m.deviceTypes;
  const kind = isAlarm(name) ? "bad" : "warn";
  if (limit === undefined) {
    if (before === undefined) return null;
    const [devices, share] = told(before);
    return (
      <p>
        <strong className={kind}>{`${limits[name]} ${number(before)}:`}</strong> {limitGone(devices, share)}
      </p>
    );
  }
  const [devices, share] = told(limit);
  const isChanged = limit !== before;
  const verb = m.deviceTypes[isUpper(name) ? "exceeded" : "undershot"][isChanged ? "would" : "was"];
  return (
    <p>
      <strong className={kind}>
        {`${limits[name]} ${isChanged && before !== undefined ? `${number(before)} → ` : ""}${number(limit)}:`}
      </strong>{" "}
      {ofTime(verb, devices, share)}
      {isChanged && before !== undefined && ` (${beyondBefore(...told(before))})`}
      <Devices beyond={beyondLimit(values, name, limit)} />
    </p>
  );
}

const namesShown = 3;

/** Who, where they are few. */
function Devices({ beyond: { devices } }: { readonly beyond: Beyond }) {
  if (devices.length === 0 || devices.length > namesShown) return null;
  return devices.map(({ id, name }, index) => (
    <span key={id.id}>
      {index > 0 ? ", " : ": "}
      <Link to="/devices/$deviceId" params={{ deviceId: id.id }}>
        {name}
      </Link>
    </span>
  ));
}

/** Little is not nothing: who was beyond for a moment was so for some time. */
function shareText(share: number, wasBeyond: boolean, locale: string): string {
  const written = (value: number) => value.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
  return wasBeyond && share < 0.001 ? `<\u00a0${written(0.001)}` : written(share);
}
