import { connect } from "node:net";

const accepted = 0;
const patienceMs = 30_000;

/** Connects a device over MQTT 3.1.1 and leaves again; resolves with the CONNACK. */
export function connectOnce(port: number, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(connectPacket(token)));
    socket.setTimeout(patienceMs, () => socket.destroy(new Error("no CONNACK in time")));
    socket.once("error", reject);
    socket.once("data", (packet) => {
      socket.end(Buffer.from([0xe0, 0]));
      if (packet[3] === accepted) resolve();
      else reject(new Error(`CONNACK ${packet[3]}`));
    });
  });
}

function connectPacket(token: string): Buffer {
  const user = Buffer.from(token);
  const body = Buffer.concat([Buffer.from([0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0x82, 0, 60, 0, 0, 0, user.length]), user]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}
