// Starts three processes through a fourth one, says which they are, and goes on talking until that has ended. Asked to end by Ctrl-C, two of
// them do not, the third does so when it has removed the folder it is given, and the fourth waits for nobody.
import { endTogether, startGroup } from "../../scripts/child-groups.ts";

const tidier = `
  const tidy = () => setTimeout(() => { require("node:fs").rmSync(process.argv[1], { recursive: true }); process.exit(); }, 300);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, tidy); // a second one ends it at once
  setInterval(() => {}, 1_000);
  console.log("pid " + process.pid);
`;
const script = `sleep 600 & echo pid $!; sleep 600 & echo pid $!; "$0" -e "$1" "$2" & wait`;

endTogether(3_000);
const args = ["-c", script, process.execPath, tidier, process.argv[2] ?? ""];
const child = startGroup("sh", args, { stdio: ["ignore", "inherit", "inherit"] });
const talking = setInterval(() => process.stdout.write("still here\n"), 50);
child.on("close", () => clearInterval(talking));
