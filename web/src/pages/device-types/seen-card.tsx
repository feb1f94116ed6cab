import type { Channel, SeenChannels, TelemetryPoints } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { memo, useMemo } from "react";
import { seenChannels } from "../../api/device-types.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { countText, shortText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";
import type { ChannelActions } from "./use-channel-actions.ts";
import { useSeenSparks } from "./use-seen-sparks.ts";

type Seen = SeenChannels["keys"];

interface SeenCardProps {
  readonly typeId: string;
  readonly channels: readonly Channel[];
  readonly onTake: ChannelActions["take"] | undefined;
  readonly onIgnore: ChannelActions["ignore"] | undefined;
}

/** Nobody reads more at once; those behind come up when these are described, or all are taken over. */
const mostShown = 50;
const between = "\0"; // no key has it

/** Keys that arrive and nobody described: taken over one by one, or all at once [TYP2]. */
export const SeenCard = memo(function SeenCard({ typeId, channels, onTake, onIgnore }: SeenCardProps) {
  const m = useMessages();
  const locale = useLocale();
  const { data, error } = useQuery(seenChannels(typeId));
  const known = channels.map(({ key }) => key).join(between); // ten thousand are compared when a key changes only
  const left = useMemo(() => {
    const describe = describeChannels({ type: known.split(between).map((key) => ({ key })) });
    return (data?.keys ?? []).filter(({ key }) => !describe(key).isDescribed); // the draft may know it by now
  }, [data, known]);
  const lines = useSeenSparks(left);
  if (error) return <ErrorNote error={error} />;
  if (left.length === 0) return null;
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>
            {m.deviceTypes.seen} <span className="badge">{left.length}</span>
          </h2>
          <p>{m.deviceTypes.seenText(data?.devices ?? 0)}</p>
        </div>
        {onTake && (
          <button type="button" className="button small primary" onClick={() => onTake(left)}>
            {m.deviceTypes.takeAll(left.length)}
          </button>
        )}
      </div>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th>{m.deviceTypes.channel}</th>
              <th className="hide-narrow">{m.deviceTypes.lastHour}</th>
              <th>{m.common.value}</th>
              <th className="hide-narrow">{m.deviceTypes.kind}</th>
              <th className="right hide-narrow">{m.deviceTypes.devices}</th>
              {onTake && <th className="right">{m.common.actions}</th>}
            </tr>
          </thead>
          <tbody>
            {left.slice(0, mostShown).map((one) => (
              <SeenRow key={one.key} one={one} line={lines.get(one.key)} onTake={onTake} onIgnore={onIgnore} />
            ))}
          </tbody>
        </table>
      </div>
      {left.length > mostShown && (
        <p className="card-body soft">
          {m.common.showing(countText(mostShown, locale), countText(left.length, locale))}
        </p>
      )}
    </section>
  );
});

interface SeenRowProps extends Pick<SeenCardProps, "onTake" | "onIgnore"> {
  readonly one: Seen[number];
  readonly line: TelemetryPoints[string] | undefined;
}

const SeenRow = memo(function SeenRow({ one, line = [], onTake, onIgnore }: SeenRowProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <tr>
      <td className="mono break">{one.key}</td>
      <td className="seen-spark hide-narrow">
        <Sparkline points={line} />
      </td>
      <td>
        <span className="clamp">{shortText(one.value, locale)}</span>{" "}
        <small>
          <Ago ms={one.ts} />
        </small>
      </td>
      <td className="hide-narrow">{m.deviceTypes.kinds[one.kind]}</td>
      <td className="right hide-narrow">{one.devices}</td>
      {onTake && (
        <td className="right nowrap">
          <button
            type="button"
            className="button small"
            aria-label={`${m.deviceTypes.describe}: ${one.key}`}
            onClick={() => onTake([one])}
          >
            {m.deviceTypes.describe}
          </button>
          {onIgnore && (
            <button
              type="button"
              className="button small ghost"
              aria-label={`${m.deviceTypes.ignore}: ${one.key}`}
              title={m.deviceTypes.ignoreText}
              onClick={() => onIgnore(one)}
            >
              {m.deviceTypes.ignore}
            </button>
          )}
        </td>
      )}
    </tr>
  );
});
