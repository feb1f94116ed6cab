import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { placeOf } from "../api/place.ts";
import { serverInfo } from "../api/server-info.ts";
import { summaryText } from "../format/summary-text.ts";
import { clockText } from "../format/time.ts";
import { type Messages, useLocale, useMessages } from "../i18n/messages.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Connected } from "./connected.ts";
import type { useHeard } from "./use-heard.ts";
import type { Problem } from "./verdict.ts";

interface NoteProps {
  readonly problem: Problem;
  readonly connected: Connected;
  readonly heard: ReturnType<typeof useHeard>;
}

/** What is wrong, and the next thing to do about it. */
export function ProblemNote(props: NoteProps) {
  const m = useMessages();
  return (
    <div className="connect-problem" role="alert">
      <h3>
        <Icon name="alert" /> {titleOf(props, m)}
      </h3>
      <When {...props} />
      <Detail {...props} />
    </div>
  );
}

function titleOf({ problem, heard }: NoteProps, { connect: m }: Messages): string {
  if (problem.kind === "token") return m.unknownToken(heard.fromHere?.address ?? "");
  const titles = {
    ...{ noToken: m.noToken, address: m.wrongAddress, method: m.wrongMethod, topic: m.wrongTopic },
    ...{ json: m.badJson, rejected: m.rejected, empty: m.empty },
  };
  return titles[problem.kind];
}

/** How often, and when the last time. */
function When({ problem, heard }: NoteProps) {
  const { connect: m } = useMessages();
  const locale = useLocale();
  const last = "contact" in problem ? problem.contact : problem.entry;
  const count =
    "contact" in problem
      ? heard.refused.filter(({ reason }) => reason === problem.contact.reason).length
      : heard.entries.filter(({ kind, error }) => kind === problem.entry.kind && error === problem.entry.error).length;
  return <p>{sentence(m.lastAt(m.times(count), clockText(last.time, locale), last.transport))}</p>;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Detail({ problem, connected }: NoteProps) {
  const {
    connect: m,
    communication: { summaries },
  } = useMessages();
  switch (problem.kind) {
    case "token":
      return <WrongToken length={problem.contact.tokenLength ?? 0} connected={connected} />;
    case "noToken":
      return (
        <Said text={m.noTokenText}>
          <CopyButton text={connected.token} label={m.copyToken} isPrimary />
        </Said>
      );
    case "address":
      return <RightAddress text={m.wrongAddressText} />;
    case "method":
      return <RightAddress text={m.wrongMethodText} />;
    case "topic":
      return (
        <p className="break">
          {m.published} <code>{problem.topic}</code>, {m.expected} <code>v1/devices/me/telemetry</code>
        </p>
      );
    case "json":
      return (
        <>
          <p>
            {m.badJsonAt(problem.fault.line, problem.fault.column)} {m.wanted[problem.fault.wanted]}
          </p>
          <Sent text={problem.entry.payload} />
        </>
      );
    case "rejected":
      return (
        <>
          <p className="break">{summaryText(problem.entry.error ?? "", summaries)}</p>
          <Sent text={problem.entry.payload} />
        </>
      );
    case "empty":
      return null;
  }
}

const Said = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
  <>
    <p>{text}</p>
    {children && <div className="row">{children}</div>}
  </>
);

function WrongToken({ length, connected: { token, device } }: { length: number; connected: Connected }) {
  const { connect: m } = useMessages();
  const text =
    length === token.length
      ? m.tokenSame(device.name)
      : (length < token.length ? m.tokenShort : m.tokenLong)(length, token.length, device.name);
  return (
    <Said text={text}>
      <CopyButton text={token} label={m.copyToken} isPrimary />
    </Said>
  );
}

function RightAddress({ text }: { readonly text: string }) {
  const { data: server } = useQuery(serverInfo);
  const origin = server ? placeOf(server, location, location.protocol === "https:" ? "tls" : "plain").origin : "";
  return (
    <p className="break">
      {text}{" "}
      <code>
        POST {origin}/api/v1/{"{token}"}/telemetry
      </code>
    </p>
  );
}

const Sent = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <pre tabIndex={0}>{text.slice(0, 200)}</pre>
    </div>
  );
