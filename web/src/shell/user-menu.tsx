import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ownAssignments } from "../api/administration.ts";
import { session } from "../app.ts";
import { type Language, language, useFirstWords } from "../i18n/messages.tsx";
import { useStore } from "../state/store.ts";
import { chooseTheme, type Theme, theme } from "../state/theme.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { Segments } from "../ui/segments.tsx";
import { ErrorNote } from "../ui/states.tsx";
import { useCurrentUser, useMay } from "./current-user.ts";
import { leave } from "./leave.ts";
import { pageNeeds } from "./page-needs.ts";
import { personName } from "./person-name.ts";
import { ServerVersion } from "./server-version.tsx";
import { speak } from "./speak.ts";

export function UserMenu() {
  const m = useFirstWords();
  const user = useCurrentUser();
  const may = useMay();
  return (
    <Menu label={m.shell.userMenu} className="user-button" button={<WhoAmI />}>
      <div className="user-panel">
        <div className="menu-group">
          <strong className="break">{personName(user)}</strong>
          {personName(user) !== user.username && <div className="soft break">{user.username}</div>}
        </div>
        <Link to="/profile" className="menu-item" data-closes>
          <Icon name="user" /> {m.shell.profile}
        </Link>
        {user.tenantId !== undefined && may(pageNeeds.jobs) && (
          <Link to="/jobs" className="menu-item" data-closes>
            <Icon name="history" /> {m.shell.jobs}
          </Link>
        )}
        <TenantChoice />
        {may(pageNeeds.apiDescription) && (
          <Link to="/api-description" className="menu-item" data-closes>
            <Icon name="code" /> {m.shell.apiDescription}
          </Link>
        )}
        <Link to="/connect" className="menu-item" data-closes>
          <Icon name="book" /> {m.shell.connect}
        </Link>
        <Appearance />
        <button type="button" className="menu-item" onClick={() => void leave()}>
          <Icon name="logout" /> {m.shell.logout}
        </button>
        <div className="menu-item soft">
          <small>
            {m.shell.version} <ServerVersion />
          </small>
        </div>
      </div>
    </Menu>
  );
}

function WhoAmI() {
  const user = useCurrentUser();
  const m = useFirstWords();
  const name = personName(user);
  return (
    <>
      <span className="who">
        <span className="cut">{name}</span>
        <small className="cut">{user.tenantName ?? m.login.system}</small>
      </span>
      <span className="avatar" aria-hidden="true">
        {name.slice(0, 2).toUpperCase()}
      </span>
    </>
  );
}

/** Other assignments of the same user; there is nothing to choose where there is one. */
function TenantChoice() {
  const m = useFirstWords();
  const { authorityId } = useCurrentUser();
  const { data = [] } = useQuery(ownAssignments);
  const change = useMutation({ mutationFn: (id: string) => session.switchTo(id) });
  const others = data.filter((assignment) => assignment.authorityId.id !== authorityId.id);
  if (others.length === 0) return null;
  return (
    <fieldset className="menu-group switch" aria-label={m.shell.switchTenant}>
      <small>{m.shell.switchTenant}</small>
      {others.map((assignment) => (
        <button
          key={assignment.authorityId.id}
          type="button"
          className="menu-item"
          disabled={change.isPending}
          onClick={() => change.mutate(assignment.authorityId.id)}
        >
          <Icon name="swap" />
          <span className="break">
            {assignment.tenant?.name ?? m.login.system}
            <br />
            <small>{m.roleNames[assignment.authority]}</small>
          </span>
        </button>
      ))}
      <ErrorNote error={change.error} />
    </fieldset>
  );
}

function Appearance() {
  const m = useFirstWords();
  const themes: readonly [Theme, string][] = [
    ["light", m.shell.light],
    ["dark", m.shell.dark],
    ["system", m.shell.system],
  ];
  const languages: readonly [Language, string][] = [
    ["en", "English"],
    ["de", "Deutsch"],
  ];
  return (
    <div className="menu-group stack appearance">
      <Segments label={m.shell.theme} options={themes} value={useStore(theme)} onChange={chooseTheme} />
      <Segments
        label={m.shell.language}
        options={languages}
        value={useStore(language)}
        onChange={(chosen) => void speak(chosen)}
      />
    </div>
  );
}
