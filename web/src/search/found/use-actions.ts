import type { Permission } from "@heliograph/contract";
import { useFirstWords } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { leave } from "../../shell/leave.ts";
import { speak } from "../../shell/speak.ts";
import { useProject, useProjects } from "../../shell/use-project.ts";
import { chooseTheme } from "../../state/theme.ts";
import type { IconName } from "../../ui/icon.tsx";
import type { Finding } from "../finding.ts";
import type { SearchWords } from "../words/en.ts";
import { useSearchWords } from "../words/words.ts";

/** What can be made; the part behind the # says what the page opens with. */
const makings = [
  { word: "newDevice", href: "/devices/new", needs: "EDIT_DEVICES" },
  { word: "importDevices", href: "/devices#import", needs: "EDIT_DEVICES" },
  { word: "newDashboard", href: "/dashboards#new", needs: "EDIT_DASHBOARDS" },
  { word: "newRule", href: "/rules/new", needs: "EDIT_RULES" },
  { word: "newSchedule", href: "/schedules/new", needs: "EDIT_SCHEDULES" },
  { word: "newCalculated", href: "/calculated/new", needs: "EDIT_RULES" },
] as const satisfies readonly {
  readonly word: keyof SearchWords;
  readonly href: string;
  readonly needs: Permission;
}[];

/** What can be done from everywhere by who searches. */
export function useActions(): readonly Finding[] {
  const m = useFirstWords();
  const w = useSearchWords();
  const may = useMay();
  const isInTenant = useTenantId() !== "";
  const action = (id: string, icon: IconName, title: string, run: () => void): Finding => ({
    ...{ id, kind: "actions", icon, title, run },
  });
  const made = makings.filter(({ needs }) => isInTenant && may(needs));
  return [
    ...made.map(({ word, href }): Finding => ({ id: `make ${href}`, kind: "actions", title: w[word], href })),
    ...useProjectActions(),
    ...(["light", "dark", "system"] as const).map((name) =>
      action(`theme ${name}`, "eye", `${m.shell.theme}: ${m.shell[name]}`, () => chooseTheme(name)),
    ),
    action("language en", "settings", `${m.shell.language}: English`, () => void speak("en")),
    action("language de", "settings", `${m.shell.language}: Deutsch`, () => void speak("de")),
    action("leave", "logout", m.shell.logout, () => void leave()),
  ];
}

function useProjectActions(): readonly Finding[] {
  const m = useFirstWords();
  const { choose } = useProject();
  const projects = useProjects() ?? [];
  if (projects.length === 0) return [];
  const all = { id: "", title: m.projects.all };
  return [all, ...projects.map(({ id, name }) => ({ id: id.id, title: name }))].map(
    ({ id, title }): Finding => ({
      ...{ id: `project ${id}`, kind: "actions", icon: "projects", title: `${m.projects.project}: ${title}` },
      run: () => choose(id === "" ? undefined : id),
    }),
  );
}
