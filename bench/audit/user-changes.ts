import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { logIn } from "../child-node.ts";

/** One kind of change; each caller has a subject of its own, so that nobody is told that another was faster. */
export interface ChangeKind {
  readonly name: string;
  change(subject: number): Promise<void>;
}

interface Stored {
  readonly id: { readonly id: string };
  readonly version?: number;
}

type Call = (method: string, path: string, body: unknown) => Promise<Stored>;

/** With bare sockets that are kept: the client should cost next to nothing beside the node. */
function callerOf(port: number, headers: Readonly<Record<string, string>>): Call {
  const agent = new Agent({ keepAlive: true });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = JSON.stringify(body);
      const options = {
        ...{ host: "127.0.0.1", port, method, path, agent },
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(sent) },
      };
      const outgoing = request(options, (response) => {
        const judge = (answer: string) => {
          if ((response.statusCode ?? 500) < 300) resolve(JSON.parse(answer) as Stored);
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
        };
        text(response).then(judge).catch(reject);
      });
      outgoing.on("error", reject).end(sent);
    });
}

export async function changeKinds(port: number, subjects: number): Promise<readonly ChangeKind[]> {
  const { headers, tenantId } = await logIn(port);
  const call = callerOf(port, headers);
  const each = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: subjects }, (_, index) => make(index)));
  return [
    changedDevices(call, await each((index) => call("POST", "/api/device", { name: `logger ${index}` }))),
    newDevices(call),
    changedRoles(call, tenantId, await each((index) => call("POST", ...roleInput(tenantId, `Role ${index}`)))),
    changedUsers(call, tenantId, await each((index) => call("POST", `/api/tenants/${tenantId}/users`, person(index)))),
  ];
}

function changedDevices(call: Call, devices: readonly Stored[]): ChangeKind {
  let counter = 0;
  return {
    name: "a device changed",
    change: async (subject) => {
      const label = `label ${++counter}`;
      await call("POST", "/api/device", { id: devices[subject]?.id, name: `logger ${subject}`, label });
    },
  };
}

function newDevices(call: Call): ChangeKind {
  let counter = 0;
  return {
    name: "a device added",
    change: async () => void (await call("POST", "/api/device", { name: `new logger ${++counter}` })),
  };
}

const roleInput = (tenantId: string, name: string, more: object = {}) =>
  [
    `/api/tenants/${tenantId}/roles`,
    { name, description: "for benchmarks", permissions: ["VIEW_DEVICES"], ...more },
  ] as const;

function changedRoles(call: Call, tenantId: string, roles: Stored[]): ChangeKind {
  let counter = 0;
  return {
    name: "a role changed",
    change: async (subject) => {
      const more = { id: roles[subject]?.id, version: roles[subject]?.version, description: `text ${++counter}` };
      roles[subject] = await call("POST", ...roleInput(tenantId, `Role ${subject}`, more));
    },
  };
}

const person = (index: number) => ({
  username: `person ${index}`,
  password: `a password for ${index}`,
  authority: "OPERATOR",
});

function changedUsers(call: Call, tenantId: string, users: readonly Stored[]): ChangeKind {
  const changesOf = new Map<number, number>();
  return {
    name: "a user's role changed",
    change: async (subject) => {
      const turn = (changesOf.get(subject) ?? 0) + 1;
      changesOf.set(subject, turn);
      const authority = turn % 2 === 0 ? "OPERATOR" : "VIEWER";
      await call("PUT", `/api/tenants/${tenantId}/users/${users[subject]?.id.id}`, { authority });
    },
  };
}
