// The routes as lines of text: all that a client needs at run time, a hundredth of the size of their schemas.
import { liveViewPath, type Route, routes } from "@heliograph/contract";

const line = ({ method, path, answerForm }: Route): string =>
  JSON.stringify([method, path, ...(answerForm ? [answerForm] : [])].join(" "));

export function routeTableText(): string {
  const subjects = Object.entries(routes).map(([subject, all]) => {
    const lines = Object.entries(all).map(([name, route]) => `    ${name}: ${line(route)},`);
    return `  ${subject}: {\n${lines.join("\n")}\n  },`;
  });
  return `// Written by \`npm run docs\` from contract/src/routes.\nexport const routeTable = {\n${subjects.join("\n")}\n} as const;\n\nexport const liveViewPath = ${JSON.stringify(liveViewPath)};\n`;
}
