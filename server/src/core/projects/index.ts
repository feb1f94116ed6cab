export { bothOf, eitherOf, type Reach, type ReachedProjects, reaches, wholeTenant } from "./reach.ts";
