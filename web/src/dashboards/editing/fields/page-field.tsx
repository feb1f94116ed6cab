import { ChoiceEdit } from "../../../pages/device-types/edit-fields.tsx";
import { useEditorState } from "../use-editor.ts";
import { useEditorWords } from "../words/words.ts";

interface PageFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (pageId: string | undefined) => void;
}

/** A page of this dashboard, or none. */
export function PageField({ label, value = "", onChange }: PageFieldProps) {
  const { fields: w } = useEditorWords();
  const { pages } = useEditorState().history.present.configuration;
  const options = [["", w.nothing] as const, ...pages.map(({ id, title }) => [id, title] as const)];
  return <ChoiceEdit {...{ label, value, options }} onChange={(id) => onChange(id === "" ? undefined : id)} />;
}
