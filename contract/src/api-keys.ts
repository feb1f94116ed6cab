import { type Static, Type } from "typebox";
import { permissionNames } from "./auth.ts";
import { entityId, entityReference } from "./ids.ts";
import { nullable } from "./nullable.ts";
import { nameText } from "./text.ts";
import { moment, Timestamp } from "./time.ts";

const Name = nameText("What it is for", "nightly export");
const Permissions = Type.Array(Type.Enum(permissionNames), {
  minItems: 1,
  maxItems: permissionNames.length,
  uniqueItems: true,
  description: "What it may do, as long as its maker may",
  examples: [["VIEW_DEVICES", "VIEW_TELEMETRY"]],
});

/** Projects one key can name; each stands for everything below it. */
const projectsOfKey = 100;

/** No field is passed over: `projectId` for `projectIds` would be a key for everything [API7]. */
export const ApiKeyRequest = Type.Object(
  {
    name: Name,
    permissions: Permissions,
    projectIds: Type.Optional(
      nullable(
        Type.Array(entityReference("PROJECT"), {
          minItems: 1,
          maxItems: projectsOfKey,
          description: "Only in these projects and what is below; wherever its maker may without",
        }),
      ),
    ),
    expiresTime: Type.Optional(nullable(moment("Unix ms of its end; none without", 1826236800000))),
  },
  { additionalProperties: false },
);
export type ApiKeyRequest = Static<typeof ApiKeyRequest>;

/** One of one's own API keys [AUTH10]. */
export const ApiKeyRecord = Type.Object({
  id: entityId("API_KEY"),
  createdTime: Timestamp,
  name: Name,
  permissions: Type.Array(Type.Enum(permissionNames), { examples: [["VIEW_DEVICES", "VIEW_TELEMETRY"]] }),
  projectIds: nullable(Type.Array(entityId("PROJECT"), { description: "Null: wherever its maker may" })),
  expiresTime: nullable(Type.Integer({ description: "Unix ms of its end; null has none", examples: [1826236800000] })),
  lastUsedTime: nullable(
    Type.Integer({ description: "Null: not yet; to the minute after a crash", examples: [1794787200000] }),
  ),
});
export type ApiKeyRecord = Static<typeof ApiKeyRecord>;

/** With the key itself, which is told this once. */
export const NewApiKeyRecord = Type.Object({
  ...ApiKeyRecord.properties,
  key: Type.String({ description: "For `X-Authorization: ApiKey …`; it is not kept", examples: ["hgk_…"] }),
});
export type NewApiKeyRecord = Static<typeof NewApiKeyRecord>;
