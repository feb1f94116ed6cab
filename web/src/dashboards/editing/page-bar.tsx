import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { TextEdit } from "../../pages/device-types/edit-fields.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Segments } from "../../ui/segments.tsx";
import { pageOf, withConfiguration, withPage } from "./content.ts";
import { withMoved, withNewPage, withoutPage } from "./page-edits.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { useEditorWords } from "./words/words.ts";

/** The pages of the dashboard: which one is edited, others, and what each is called. */
export function PageBar({ onPage }: { readonly onPage: (pageId: string) => void }) {
  const m = useMessages();
  const { parts: w } = useEditorWords();
  const editor = useEditor();
  const { history, look } = useEditorState();
  const { pages } = history.present.configuration;
  const go = (pageId: string) => {
    editor.look({ pageId });
    onPage(pageId);
  };
  const add = () => {
    const { content, pageId } = withNewPage(editor.content, w.newPage(pages.length + 1));
    editor.change(content, "page");
    go(pageId);
  };
  return (
    <div className="row edit-pages">
      <Segments
        label={m.dashboards.pages}
        options={pages.map(({ id, title }) => [id, title] as const)}
        value={look.pageId}
        onChange={go}
      />
      <Menu label={w.pageSettings} button={<Icon name="settings" />}>
        <PageSettings onGone={go} />
      </Menu>
      <button type="button" className="button ghost" onClick={add}>
        <Icon name="plus" /> {w.addPage}
      </button>
    </div>
  );
}

const titleLength = 255;

function PageSettings({ onGone }: { readonly onGone: (pageId: string) => void }) {
  const { parts: w } = useEditorWords();
  const editor = useEditor();
  const { history, look } = useEditorState();
  const [isRemoving, setRemoving] = useState(false);
  const { pages } = history.present.configuration;
  const at = pages.findIndex(({ id }) => id === look.pageId);
  const page = pageOf(history.present, look.pageId);
  if (!page) return null;
  const move = (by: number) =>
    editor.change(withConfiguration(editor.content, { pages: withMoved(pages, at, by) }), "page");
  const remove = async () => {
    const left = withoutPage(editor.content, page.id);
    editor.change(left, "page");
    onGone(left.configuration.pages[0]?.id ?? "");
  };
  return (
    <div className="form edit-page-settings">
      <TextEdit
        label={w.pageTitle}
        value={page.title}
        maxLength={titleLength}
        onChange={(title) =>
          editor.change(
            withPage(editor.content, page.id, (one) => ({ ...one, title })),
            "page",
            "page",
          )
        }
      />
      <div className="row">
        <button type="button" className="button small" disabled={at === 0} onClick={() => move(-1)}>
          <Icon name="left" /> {w.pageLeft}
        </button>
        <button type="button" className="button small" disabled={at === pages.length - 1} onClick={() => move(1)}>
          {w.pageRight} <Icon name="right" />
        </button>
      </div>
      <button type="button" className="button small" disabled={pages.length < 2} onClick={() => setRemoving(true)}>
        <Icon name="trash" /> {w.removePage}
      </button>
      {isRemoving && (
        <Confirm
          title={w.removePageTitle(page.title)}
          text={w.removePageText(page.layout.length)}
          action={w.removePage}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
