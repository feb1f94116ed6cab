import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { channelOverrides } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { useSettled } from "./use-settled.ts";

interface ChannelOverridersProps {
  readonly typeId: string;
  readonly channelKey: string;
}

const shown = 5;

/** Devices for which the type's word on a channel does not count, or not all of it. */
export function ChannelOverriders({ typeId, channelKey }: ChannelOverridersProps) {
  const m = useMessages();
  const key = useSettled(channelKey);
  const { data, error } = useQuery({ ...channelOverrides(typeId, key), enabled: key !== "" });
  if (error) return <ErrorNote error={error} />;
  if (!data || data.total === 0) return null;
  const rest = data.total - shown;
  return (
    <div className="channel-fact">
      <Icon name="edit" /> {m.deviceTypes.overriders(data.total, data.complete)}{" "}
      {data.devices.slice(0, shown).map(({ id, name, fields }, index) => (
        <span key={id.id} title={fields.join(", ")}>
          {index > 0 && ", "}
          <Link to="/devices/$deviceId" params={{ deviceId: id.id }}>
            {name}
          </Link>
        </span>
      ))}
      {rest > 0 && ` ${m.deviceTypes.andMore(rest)}`}
    </div>
  );
}
