import type { ShownDevice } from "@heliograph/contract";
import { lazy, Suspense, useState } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { ErrorNote } from "../../../ui/states.tsx";
import { useOnlooker } from "../../onlooker.tsx";
import { type Outcome, operate } from "../../operate.ts";
import { WidgetSays } from "../nothing-to-show.tsx";
import type { WidgetViewProps } from "../widget-view.ts";
import { ControlForm } from "./control-forms.tsx";

const Confirm = lazy(async () => ({ default: (await import("../../../ui/confirm.tsx")).Confirm }));

/** What was sent counts as what is there until the devices are seen to have something else than before. */
interface Sent extends Outcome {
  readonly value: unknown;
  readonly before: string;
}

/** A switch, slider, button or form: asks first where it should, and says how it went [DSH3]. */
export function ControlView(props: WidgetViewProps<"CONTROL">) {
  return useOnlooker() ? <Control {...props} may={false} /> : <OwnControl {...props} />;
}

function OwnControl(props: WidgetViewProps<"CONTROL">) {
  const may = useMay()(props.options.writes === "RPC" ? "SEND_COMMANDS" : "EDIT_ATTRIBUTES");
  return <Control {...props} may={may} />;
}

function Control({ title, options, answer, may }: WidgetViewProps<"CONTROL"> & { readonly may: boolean }) {
  const m = useMessages();
  const { devices, attributes } = answer("values");
  const [asked, setAsked] = useState<{ readonly value: unknown }>();
  const [outcome, setOutcome] = useState<Sent>();
  const [isBusy, setBusy] = useState(false);
  if (devices.length === 0) return <WidgetSays icon="devices" title={m.dashboards.noDevices} />;
  const known = devices.map(({ id }) => attributes.get(id.id)?.[options.key ?? ""]?.value);
  const now = JSON.stringify(known);
  const isSaid = outcome !== undefined && outcome.failed.length === 0 && outcome.before === now;
  const send = async (value: unknown) => {
    setBusy(true);
    setOutcome({ ...(await operate(options, devices, value)), value, before: now });
    setBusy(false);
  };
  return (
    <div className="control">
      <ControlForm
        {...{ title, options, isBusy: isBusy || !may }}
        values={isSaid ? devices.map(() => outcome.value) : known}
        onSend={(value) => (options.confirm ? setAsked({ value }) : void send(value))}
      />
      {may ? outcome && <Said outcome={outcome} /> : <small className="soft">{m.dashboards.notAllowed}</small>}
      {asked && (
        <Suspense>
          <Confirm
            title={m.dashboards.confirmTitle}
            text={options.confirm ?? ""}
            action={m.dashboards.send}
            onConfirm={() => send(asked.value)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Said({ outcome: { done, failed, error } }: { readonly outcome: Outcome }) {
  const m = useMessages();
  const several = done.length + failed.length > 1;
  return (
    <div role="status">
      {done.length > 0 && (
        <small className="good-text">{several ? m.dashboards.sentTo(done.length) : m.dashboards.sent}</small>
      )}
      {failed.length > 0 && several && <small>{m.dashboards.failedOn(namesOf(failed))}</small>}
      {failed.length > 0 && <ErrorNote error={error} />}
    </div>
  );
}

const namesOf = (devices: readonly ShownDevice[]): string => devices.map(({ name }) => name).join(", ");
