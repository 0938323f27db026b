import * as z from "zod/mini";
import { endpoint, perMinute } from "@/lib/http/message/endpoint";
import { oneOf } from "@/lib/kit/fields";

export const pictureBytesMax = 5 * 1024 * 1024;

/** The file is not validated here, because manage-picture.ts first checks whether a picture exists. */
const picture = z.optional(z.unknown().check(z.meta({ type: "string", format: "binary" })));
const needsPicture = z.meta({ required: ["picture"] });
const pictures = { auth: "any", changesAccount: true, path: "/user/picture", limit: perMinute(5) } as const;

export const updatePictureEndpoint = endpoint({
  ...pictures,
  name: "updatePicture",
  method: "PATCH",
  summary: "Update the picture",
  scopes: ["svc-user-update"],
  takesFiles: true,
  body: z.object({ picture }).check(needsPicture),
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
  refusals: { invalid: "No profile picture exists." },
});

export const createPictureEndpoint = endpoint({
  ...pictures,
  name: "createPicture",
  method: "POST",
  summary: "Add a picture. With the form field _method, it updates the picture as PATCH does",
  scopes: ["svc-user-create"],
  takesFiles: true,
  override: updatePictureEndpoint,
  body: z.object({ picture, _method: z.optional(oneOf(["PATCH"])) }).check(needsPicture),
  success: { status: 201, schema: z.object({ message: z.literal("Created") }) },
  refusals: { conflict: "A profile picture already exists." },
});

export const deletePictureEndpoint = endpoint({
  ...pictures,
  name: "deletePicture",
  method: "DELETE",
  summary: "Delete the picture",
  scopes: ["svc-user-delete"],
  success: { status: 200, schema: z.object({ message: z.literal("OK") }) },
  refusals: { invalid: "No profile picture exists." },
});
