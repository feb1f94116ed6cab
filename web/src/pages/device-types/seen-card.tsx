import type { DeviceTypeRecord, SeenChannels } from "@heliograph/contract";
import { describeChannels } from "@heliograph/contract/channel-meaning";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { seenChannels } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { Ago } from "../../ui/time.tsx";

type Seen = SeenChannels["keys"];

interface SeenCardProps {
  readonly type: DeviceTypeRecord;
  readonly onTake: ((seen: Seen) => void) | undefined;
  /** It stays known, and is not shown in overviews. */
  readonly onIgnore: ((seen: Seen[number]) => void) | undefined;
}

/** Keys that arrive and nobody described: taken over one by one, or all at once [TYP2]. */
export function SeenCard({ type, onTake, onIgnore }: SeenCardProps) {
  const m = useMessages();
  const { data, error } = useQuery(seenChannels(type.id.id));
  const describe = useMemo(() => describeChannels({ type: type.channels }), [type.channels]);
  const left = (data?.keys ?? []).filter(({ key }) => !describe(key).isDescribed); // the draft may know it by now
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
              <th>{m.common.value}</th>
              <th className="hide-narrow">{m.deviceTypes.kind}</th>
              <th className="right hide-narrow">{m.deviceTypes.devices}</th>
              {onTake && <th className="right">{m.common.actions}</th>}
            </tr>
          </thead>
          <tbody>
            {left.map((one) => (
              <tr key={one.key}>
                <td className="mono break">{one.key}</td>
                <td>
                  <span className="clamp">{one.value}</span>{" "}
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
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
