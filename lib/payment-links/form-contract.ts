import * as z from "zod/mini";
import { flag } from "@/lib/kit/fields";
import { createLinkEndpoint, updateLinkEndpoint } from "./contract";

/** The forms of the dashboard. They contain the picture, too, which has endpoints of its own in the API. */
const picture = z.optional(z.unknown());

export const createLinkForm = {
  ...createLinkEndpoint,
  takesFiles: true,
  body: z.extend(createLinkEndpoint.body, { picture }),
} as const;

export const editLinkForm = {
  ...updateLinkEndpoint,
  takesFiles: true,
  body: z.extend(updateLinkEndpoint.body, { picture, remove_picture: z.optional(flag()) }),
} as const;
