import type { Messages } from "../en/index.ts";

export const users: Messages["users"] = {
  title: "Benutzer",
  add: "Benutzer hinzufügen",
  addTitle: "Benutzer hinzufügen",
  username: "Benutzername",
  firstName: "Vorname",
  lastName: "Nachname",
  password: "Passwort",
  passwordHint: "Mindestens 8 Zeichen, wenn der Server nicht mehr verlangt. Wer schon ein Konto hat, wird eingeladen.",
  role: "Rolle",
  end: "Zuordnung beenden",
  endTitle: "Diese Zuordnung beenden?",
  endText: (name) => `„${name}“ verliert sofort den Zugang zu diesem Mandanten. Das Konto selbst bleibt.`,
  added: (name) => `${name} wurde hinzugefügt`,
  changed: "Die Rolle wurde geändert",
  ended: "Die Zuordnung wurde beendet",
  you: "Sie",
  since: "Seit",
  person: "Name",
};

export const roles: Messages["roles"] = {
  title: "Rollen",
  text: "Rollen gelten je Mandant. Diese sind eingebaut.",
  permission: "Recht",
  names: {
    TENANT_ADMIN: "Mandantenadministrator",
    OPERATOR: "Bediener",
    VIEWER: "Betrachter",
    SYS_ADMIN: "Systemadministrator",
  },
  has: "ja",
  hasNot: "nein",
};

export const tenants: Messages["tenants"] = {
  title: "Mandanten",
  create: "Neuer Mandant",
  name: "Name",
  users: "Benutzer",
  deleteTitle: "Diesen Mandanten löschen?",
  deleteText: (name) =>
    `„${name}“ verschwindet mit allen Geräten, Daten und Zuordnungen. Das lässt sich nicht rückgängig machen.`,
  created: (name) => `${name} wurde angelegt`,
  deleted: (name) => `${name} wurde gelöscht`,
  empty: "Noch keine Mandanten",
  emptyText: "Ein Mandant enthält Geräte, ihre Daten und die Menschen, die sie sehen dürfen.",
};

export const settings: Messages["settings"] = {
  title: "Einstellungen",
  limits: "Grenzen",
  limitsText: "Der Knoten kann eigene Grenzen haben; die strengere gilt. Leer: nur die des Knotens.",
  limitsReadOnly: "Vom Systemadministrator gesetzt. Der Knoten kann eigene Grenzen haben; die strengere gilt.",
  noLimit: "keine",
  deviceMessages: "Nachrichten je Sekunde eines Geräts",
  devicePoints: "Punkte je Sekunde eines Geräts",
  tenantMessages: "Nachrichten je Sekunde aller Geräte",
  tenantPoints: "Punkte je Sekunde aller Geräte",
  series: "Telemetrie-Schlüssel aller Geräte",
  fileQuota: "Platz für Dateien (GiB)",
  ratesHint: "Wer mehr sendet, wird langsamer gelesen; nichts geht verloren.",
  badLimit: "Eine Grenze ist eine Zahl über null, oder leer.",
  retention: "Telemetrie aufbewahren",
  retentionText: "Ältere Punkte werden bald danach entfernt. Leer: sie bleiben für immer.",
  days: "Tage",
};

export const invitations: Messages["invitations"] = {
  invite: "Einladen",
  inviteTitle: "Jemanden einladen",
  inviteText: "Für alle, die schon ein Konto haben oder ihr Passwort selbst setzen sollen.",
  link: "Link",
  copyLink: "Link kopieren",
  handOver: (name) => `Geben Sie diesen Link an „${name}“. Er wird nur jetzt gezeigt und gilt einmal.`,
  until: "Gültig bis",
  open: "Offene Einladungen",
  withdraw: "Zurückziehen",
  withdrawn: "Die Einladung wurde zurückgezogen",
  acceptTitle: (tenant) => `${tenant} beitreten`,
  acceptText: (role) => `Ihre Rolle dort: ${role}.`,
  account: "Ihr Konto",
  newAccount: "Ich bin neu hier",
  existingAccount: "Ich habe ein Konto",
  accept: "Annehmen",
  toLogin: "Zur Anmeldung",
  asYourself: (name) =>
    `Sie sind als „${name}“ angemeldet und machen im neuen Mandanten weiter. Zurückwechseln können Sie jederzeit.`,
  asAnother: (name) => `Hier ist „${name}“ angemeldet und wird abgemeldet, wenn Sie annehmen.`,
  wrongPassword: "Das Passwort ist falsch, oder es gibt kein Konto mit diesem Benutzernamen.",
  hasAccount:
    "Es gibt schon ein Konto mit diesem Namen. Wählen Sie „Ich habe ein Konto“ und geben Sie dessen Passwort an.",
  cannotJoin: "Dieses Konto ist schon im Mandanten, oder es ist ein Systemadministrator, der in keinem Mandanten ist.",
  deadTitle: "Dieser Link führt nirgendwohin",
  unknown: "Er ist unvollständig, wurde zurückgezogen oder ersetzt, oder er ist abgelaufen. Bitten Sie um einen neuen.",
  usedTitle: "Diese Einladung wurde schon angenommen",
  used: "Der Link gilt einmal. Melden Sie sich mit Ihrem Passwort an. Haben nicht Sie angenommen, sagen Sie es einem Administrator.",
};
