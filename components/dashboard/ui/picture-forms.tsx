import { TextField } from "@/components/ui/form/field";
import { ActionForm } from "./action-form";

type Props = {
  picture: string | null;
  /** The picture in words. */
  alt: string;
  /** Shown while there is no picture. */
  empty?: string;
  /** The paths of the actions. */
  actions: { set: string; remove: string };
  values?: Readonly<Record<string, string>>;
  className: string | undefined;
};

/** A picture, and the forms that set and remove it. */
export function PictureForms({ picture, alt, empty, actions, values = {}, className }: Props) {
  return (
    <div className={className}>
      {/* biome-ignore lint/performance/noImgElement: our pictures are already optimised */}
      {picture ? <img src={picture} width={80} height={80} alt={alt} /> : empty && <p>{empty}</p>}
      <ActionForm
        action={actions.set}
        submit={picture ? "Replace picture" : "Add picture"}
        kind="secondary"
        busy="Uploading…"
        values={values}
        done="Picture saved."
      >
        <TextField
          name="picture"
          label="File"
          type="file"
          accept="image/*"
          hint="At most 5 MB. We cut it to a square of 200 × 200 pixels."
        />
      </ActionForm>
      {picture && (
        <ActionForm
          action={actions.remove}
          submit="Remove picture"
          kind="danger"
          busy="Removing…"
          values={values}
          done="Picture removed."
        />
      )}
    </div>
  );
}
