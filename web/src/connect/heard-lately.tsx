import { Link } from "@tanstack/react-router";
import { bytesText } from "../format/number.ts";
import { plainAddresses } from "../format/summary-text.ts";
import { clockText } from "../format/time.ts";
import { useLocale, useMessages } from "../i18n/messages.tsx";
import { useMay } from "../shell/current-user.ts";
import { tabNeeds } from "../shell/page-needs.ts";
import { heardLines } from "./heard-lines.ts";
import type { useHeard } from "./use-heard.ts";

const linesShown = 5;

interface HeardLatelyProps {
  readonly heard: ReturnType<typeof useHeard>;
  readonly deviceId: string;
}

/** What went wrong, one by one: what came from the address of this browser, and what came with the token of the device. */
export function HeardLately({ heard, deviceId }: HeardLatelyProps) {
  const { connect: m, device: words } = useMessages();
  const locale = useLocale();
  const maySeeLog = useMay()(tabNeeds.communication);
  const { fromHere } = heard;
  const lines = heardLines(heard);
  if (!fromHere && lines.length === 0) return null;
  return (
    <div className="card-part stack">
      <div className="row between">
        <h3>
          {m.heardFrom} <span className="soft">{plainAddresses(fromHere?.address ?? "")}</span>
        </h3>
        {maySeeLog && (
          <Link to="/devices/$deviceId/communication" params={{ deviceId }}>
            {words.tabs.communication}
          </Link>
        )}
      </div>
      {lines.slice(0, linesShown).map(({ id, time, transport, place, reason, size }) => (
        <div className="heard-line" key={id}>
          <time>{clockText(time, locale)}</time>
          <span className="break">
            {transport} {place !== undefined && <code>{place}</code>} <span className="soft">{m.contact[reason]}</span>
            {size !== null && <span className="soft">, {bytesText(size, locale)}</span>}
          </span>
        </div>
      ))}
      {fromHere && <small>{fromHere.address === null ? m.addressUnknown : m.otherAddress}</small>}
    </div>
  );
}
