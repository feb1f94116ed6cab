import type { Messages } from "../en/index.ts";

export const permissionNames: Messages["permissionNames"] = {
  VIEW_DEVICES: "Geräte sehen",
  EDIT_DEVICES: "Geräte verwalten",
  VIEW_DEVICE_CREDENTIALS: "Gerätetoken sehen",
  EDIT_DEVICE_CREDENTIALS: "Gerätetoken setzen",
  EDIT_DEVICE_TYPES: "Gerätetypen verwalten",
  MANAGE_DEVICE_GROUPS: "Gerätegruppen verwalten",
  VIEW_TELEMETRY: "Daten lesen",
  EDIT_TELEMETRY: "Daten schreiben",
  EDIT_ATTRIBUTES: "Attribute setzen",
  VIEW_FILES: "Dateien sehen",
  DOWNLOAD_FILES: "Dateien herunterladen",
  EDIT_FILES: "Dateien verwalten",
  VIEW_COMMANDS: "Befehle sehen",
  SEND_COMMANDS: "Befehle senden",
  VIEW_COMMUNICATION: "Kommunikation sehen",
  VIEW_ALARMS: "Alarme sehen",
  HANDLE_ALARMS: "Alarme bearbeiten",
  VIEW_RULES: "Regeln sehen",
  EDIT_RULES: "Regeln bearbeiten",
  MANAGE_PROJECTS: "Projekte verwalten",
  VIEW_USERS: "Benutzer sehen",
  MANAGE_USERS: "Benutzer verwalten",
  MANAGE_ROLES: "Rollen verwalten",
  VIEW_AUDIT_LOG: "Audit-Protokoll lesen",
  MANAGE_SETTINGS: "Einstellungen ändern",
  MANAGE_TENANTS: "Mandanten verwalten",
  USE_API_DESCRIPTION: "API-Beschreibung benutzen",
};

export const permissionGroups: Messages["permissionGroups"] = {
  devices: "Geräte und Projekte",
  data: "Daten und Dateien",
  control: "Befehle und Alarme",
  people: "Personen und Protokoll",
  tenant: "Mandant und Schnittstellen",
};
