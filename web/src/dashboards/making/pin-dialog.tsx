import { type DashboardRecord, emptyConfiguration } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { dashboard, dashboardList, dashboardsShown, saveDashboard } from "../../api/dashboards.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ChoiceEdit, TextEdit } from "../../pages/device-types/edit-fields.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { savedOnNewest } from "../saved-on-newest.ts";
import { type Pin, withPinned } from "./pin.ts";
import { useMakingWords } from "./words.ts";

interface PinDialogProps {
  readonly pins: readonly [Pin, ...Pin[]];
  readonly onClose: () => void;
}

/** In place of the id of a dashboard. */
const newOne = "";

/** Where it goes: a dashboard and a page, or a new one. */
export function PinDialog({ pins, onClose }: PinDialogProps) {
  const w = useMakingWords();
  const client = useQueryClient();
  const [kind, setKind] = useState(pins[0].widget.kind);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [title, setTitle] = useState(pins[0].widget.title ?? "");
  const [pageId, setPageId] = useState("");
  const [done, setDone] = useState<{ readonly record: DashboardRecord; readonly page: string }>();
  const { data } = useQuery(dashboardList(useTenantId(), useDeferredValue(text.trim()), undefined, dashboardsShown));
  const dashboards = data?.data ?? [];
  const id = chosen ?? dashboards[0]?.id.id ?? newOne;
  const { data: there } = useQuery({ ...dashboard(id), enabled: id !== newOne });
  const pages = there?.configuration.pages ?? [];
  const page = pages.some((one) => one.id === pageId) ? pageId : (pages[0]?.id ?? "");
  const pin = pins.find(({ widget }) => widget.kind === kind) ?? pins[0];
  const send = async () => {
    const begun = { title, configuration: emptyConfiguration() };
    const record =
      id === newOne
        ? await saveDashboard(withPinned(begun, begun.configuration.pages[0]?.id ?? "", pin))
        : await pinnedTo(id, page, pin);
    client.setQueryData(dashboard(record.id.id).queryKey, record);
    void client.invalidateQueries({ queryKey: ["dashboards"] });
    setDone({ record, page });
  };
  if (done) return <Pinned {...done} onClose={onClose} />;
  const options = dashboards.map((one) => [one.id.id, one.title] as const);
  return (
    <Dialog title={w.pin} onClose={onClose}>
      <Form action={w.pin} send={send} onCancel={onClose}>
        {pins.length > 1 && (
          <ChoiceEdit
            label={w.pinAs}
            value={kind}
            options={pins.map(({ widget }) => [widget.kind, kindText(widget.kind, w.pinKinds)] as const)}
            onChange={setKind}
          />
        )}
        {(data?.totalElements ?? 0) > dashboards.length || text !== "" ? (
          <Field label={w.find}>
            {(field) => (
              <input id={field} type="search" value={text} onChange={({ target }) => setText(target.value)} />
            )}
          </Field>
        ) : null}
        <ChoiceEdit
          label={w.dashboard}
          value={id}
          options={[...options, [newOne, w.newOne] as const]}
          onChange={setChosen}
        />
        {id === newOne && <TextEdit label={w.newTitle} value={title} onChange={setTitle} />}
        {pages.length > 1 && (
          <ChoiceEdit
            label={w.page}
            value={page}
            options={pages.map((one) => [one.id, one.title] as const)}
            onChange={setPageId}
          />
        )}
      </Form>
    </Dialog>
  );
}

const kindText = (kind: string, words: Readonly<Record<string, string>>): string => words[kind] ?? kind;

const pinnedTo = (dashboardId: string, page: string, pin: Pin): Promise<DashboardRecord> =>
  savedOnNewest(dashboardId, (content) => {
    const { pages } = content.configuration;
    return withPinned(content, pages.find((one) => one.id === page)?.id ?? pages[0]?.id ?? "", pin);
  });

interface PinnedProps {
  readonly record: DashboardRecord;
  readonly page: string;
  readonly onClose: () => void;
}

function Pinned({ record, page, onClose }: PinnedProps) {
  const m = useMessages();
  const w = useMakingWords();
  return (
    <Dialog title={w.pin} onClose={onClose}>
      <p role="status" className="break">
        {w.pinned(record.title)}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.close}
        </button>
        <Link
          className="button primary"
          to="/dashboards/$dashboardId"
          params={{ dashboardId: record.id.id }}
          search={page === "" ? {} : { page }}
        >
          {w.show}
        </Link>
      </div>
    </Dialog>
  );
}
