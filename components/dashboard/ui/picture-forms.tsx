import { ActionForm } from "./action-form";
import { PictureField } from "./shared-fields";

type Props = {
  picture: string | null;
  /** The picture in words. */
  alt: string;
  /** Shown while there is no picture. */
  empty: string;
  /** The paths of the actions. */
  actions: { set: string; remove: string };
  className: string | undefined;
};

/** A picture, and the forms that set and remove it. */
export function PictureForms({ picture, alt, empty, actions, className }: Props) {
  return (
    <div className={className}>
      {/* biome-ignore lint/performance/noImgElement: our pictures are already optimised */}
      {picture ? <img src={picture} width={80} height={80} alt={alt} /> : <p>{empty}</p>}
      <ActionForm
        action={actions.set}
        submit={picture ? "Replace picture" : "Add picture"}
        kind="secondary"
        busy="Uploading…"
        done="Picture saved."
      >
        <PictureField label="File" />
      </ActionForm>
      {picture && (
        <ActionForm
          action={actions.remove}
          submit="Remove picture"
          kind="danger"
          busy="Removing…"
          done="Picture removed."
        />
      )}
    </div>
  );
}
