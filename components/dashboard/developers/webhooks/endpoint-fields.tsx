import { TextField } from "@/components/ui/form/field";
import { EventsField } from "./events-field";
import { type SecondSignature, SecondSignatureFields } from "./second-signature";

type Props = { url: string; chosen: readonly string[]; offered: readonly string[]; second: SecondSignature | null };

/** The fields to add or edit a webhook endpoint. */
export function EndpointFields({ url, chosen, offered, second }: Props) {
  return (
    <>
      <TextField
        name="url"
        type="url"
        label="URL"
        hint="Must start with https, and be reachable from the internet on port 443 or 8443."
        value={url}
        autoComplete="off"
      />
      <EventsField offered={offered} chosen={chosen} />
      <SecondSignatureFields value={second} />
    </>
  );
}
