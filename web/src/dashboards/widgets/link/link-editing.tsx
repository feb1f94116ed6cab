import type { WidgetOptions } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { dashboardList, dashboardsShown } from "../../../api/dashboards.ts";
import { ChoiceEdit, TextEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useTenantId } from "../../../shell/current-user.ts";
import { OneOf } from "../../editing/fields/devices-field.tsx";
import { Section, Wrong } from "../../editing/fields/section.tsx";
import { filledIn, withField } from "../../editing/fields/with-field.ts";
import { useEditorState } from "../../editing/use-editor.ts";
import { useEditorWords } from "../../editing/words/words.ts";
import type { WidgetEditing, WidgetFormProps } from "../widget-editing.ts";

type Options = WidgetOptions<"LINK">;
const targets = ["url", "page", "dashboard"] as const;
type Target = (typeof targets)[number];

const targetOf = ({ dashboardId, page }: Options): Target =>
  dashboardId !== undefined ? "dashboard" : page !== undefined ? "page" : "url";

function LinkForm({ options, onChange }: WidgetFormProps<"LINK">) {
  const { fields: w } = useEditorWords();
  const { data } = useQuery(dashboardList(useTenantId(), "", undefined, dashboardsShown));
  const dashboards = data?.data.map(({ id, title }) => ({ id: id.id, name: title })) ?? [];
  const pages = useEditorState().history.present.configuration.pages.map(({ id, title }) => ({ id, name: title }));
  const target = targetOf(options);
  const offered = targets.filter((one) => one !== "dashboard" || target === one || dashboards.length > 0);
  const { url, page: _, dashboardId, ...kept } = options;
  const begun: Readonly<Record<Target, Options>> = {
    url: kept,
    page: { ...kept, page: pages[0]?.id ?? "" },
    dashboard: { ...kept, dashboardId: dashboards[0]?.id ?? "" },
  };
  return (
    <Section title={w.data}>
      <TextEdit
        label={w.shownText}
        value={options.text}
        onChange={(text) => onChange(withField(options, "text", filledIn(text)))}
      />
      <ChoiceEdit
        label={w.linkTo}
        value={target}
        options={offered.map((one) => [one, w.linkKinds[one]] as const)}
        onChange={(next) => onChange(begun[next])}
      />
      {target === "url" && (
        <TextEdit
          label={w.address}
          value={url}
          maxLength={2_048}
          onChange={(text) => onChange(withField(options, "url", filledIn(text)))}
        />
      )}
      {url !== undefined && !/^https?:\/\/[^\s]+$/.test(url) && <Wrong>{w.badAddress}</Wrong>}
      {target === "page" && (
        <OneOf
          label={w.page}
          options={pages}
          value={options.page ?? ""}
          onChange={(page) => onChange({ ...kept, page })}
        />
      )}
      {target === "dashboard" && (
        <OneOf
          label={w.dashboard}
          options={dashboards}
          value={dashboardId ?? ""}
          onChange={(id) => onChange({ ...kept, dashboardId: id })}
        />
      )}
    </Section>
  );
}

export const linkEditing: WidgetEditing<"LINK"> = {
  Form: LinkForm,
  size: { w: 4, h: 3 },
  sketch: "M28 20a6 6 0 0 0 9 .6l5-5a6 6 0 0 0-8.500-8.500l-2 2M36 16a6 6 0 0 0-9-.6l-5 5a6 6 0 0 0 8.500 8.500l2-2",
};
