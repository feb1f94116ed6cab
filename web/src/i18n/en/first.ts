import { account } from "./account.ts";
import { common, errors } from "./general.ts";
import { jobs } from "./jobs.ts";
import { opened } from "./opened.ts";
import { login, shell } from "./person.ts";
import { projects } from "./projects.ts";
import { refusals } from "./refusals.ts";
import { roleNames } from "./role-names.ts";

/** What is said before any page is there: whoever logs in waits for these words and no others. */
export const first = { common, errors, refusals, login, shell, account, opened, roleNames, jobs, projects };

export type FirstWords = typeof first;
