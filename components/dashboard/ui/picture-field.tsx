import { TextField } from "@/components/ui/form/field";

export const PictureField = () => (
  <TextField
    name="picture"
    label="File"
    type="file"
    accept="image/*"
    hint="At most 5 MB. We cut it to a square of 200 × 200 pixels."
  />
);
