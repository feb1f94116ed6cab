import "../styles/shared.css";
import { ApiError, type Calls } from "@heliograph/client";
import type { SharedDashboard } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { MapSourceProvider, sharedMapSource } from "../map/tiles/map-source.ts";
import { TextField, textOf } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { ErrorState, isRefusal, Skeleton } from "../ui/states.tsx";
import { useHash } from "../ui/use-hash.ts";
import { forgetPass, keepPass, sharedCalls, sharedLive } from "./shared-link.ts";
import { ShownShare } from "./shown-share.tsx";

/** A new version of the dashboard, or a link that was revoked, is noticed within this. */
const lookAgainMs = 60_000;

/** What whoever has a link sees: the dashboard, and nothing of the application around it [DSH6]. */
export function SharedPage() {
  const token = useHash();
  return <Shared key={token} token={token} />;
}

function Shared({ token }: { readonly token: string }) {
  const m = useMessages();
  const client = useQueryClient();
  const calls = useMemo(() => sharedCalls(token), [token]);
  const map = useMemo(() => sharedMapSource(calls), [calls]);
  const queryKey = ["shared", token];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link has one connection
  const live = useMemo(() => sharedLive(token, () => void client.invalidateQueries({ queryKey })), [token, client]);
  const { data, error, refetch } = useQuery<SharedDashboard>({
    queryKey,
    queryFn: ({ signal }) => calls.dashboard({}, { signal }),
    refetchInterval: ({ state }) => (isOver(state.error) ? false : lookAgainMs),
    refetchIntervalInBackground: true,
  });
  const isShown = data !== undefined && !isOver(error);
  useEffect(() => {
    if (!isShown) return undefined;
    live.start();
    return () => live.stop();
  }, [live, isShown]);
  if (isOver(error) || token === "") return <Notice title={m.shared.goneTitle} text={m.shared.goneText} />;
  if (isRefusal(error, "SHARE_PASSWORD_NEEDED"))
    return <PasswordForm calls={calls} onOpened={() => void client.resetQueries({ queryKey })} />;
  if (data)
    return (
      <MapSourceProvider value={map}>
        <ShownShare calls={calls} live={live} dashboard={data} onOver={() => void refetch()} />
      </MapSourceProvider>
    );
  return (
    <main className="page">{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}</main>
  );
}

const isOver = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

function Notice({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <main className="login">
      <div className="login-card">
        <div className="form" role="alert">
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      </div>
    </main>
  );
}

interface PasswordFormProps {
  readonly calls: Calls["shared"];
  readonly onOpened: () => void;
}

function PasswordForm({ calls, onOpened }: PasswordFormProps) {
  const m = useMessages();
  const send = async (form: FormData) => {
    forgetPass();
    const { pass } = await calls.unlock({ body: { password: textOf(form, "password") } });
    keepPass(pass);
    onOpened();
  };
  return (
    <main className="login">
      <div className="login-card">
        <h1>{m.shared.passwordTitle}</h1>
        <Form action={m.shared.open} send={send}>
          <TextField label={m.shared.password} name="password" type="password" required autoFocus />
        </Form>
      </div>
    </main>
  );
}
