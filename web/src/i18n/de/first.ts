import type { FirstWords } from "../en/first.ts";
import { account } from "./account.ts";
import { common, errors } from "./general.ts";
import { jobs } from "./jobs.ts";
import { opened } from "./opened.ts";
import { login, shell } from "./person.ts";
import { projects } from "./projects.ts";
import { refusals } from "./refusals.ts";
import { roleNames } from "./role-names.ts";

export const first: FirstWords = { common, errors, refusals, login, shell, account, opened, roleNames, jobs, projects };
