import { TextField } from "./field";

/** Of forms whose action asks for the password of whoever sends them. */
export const PasswordField = () => (
  <TextField
    name="password"
    label="Your password"
    hint="The one you sign in with."
    type="password"
    autoComplete="current-password"
  />
);
