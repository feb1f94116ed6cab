import { Fragment, type ReactNode } from "react";
import { filled } from "../sentence/template.ts";

/** A template with chips in its places. */
export const Filled = ({ template, places }: { template: string; places: Record<string, ReactNode> }) =>
  filled<ReactNode>(template, places).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a template keep their places
    <Fragment key={at}>{part}</Fragment>
  ));
