import { TextField } from "@/components/ui/form/field";

type Props = { why?: string; isOptional?: boolean };

/** The member's own password, for actions that require it. `why` is a sentence that explains the reason. */
export const PasswordField = ({ why, isOptional = false }: Props) => (
  <TextField
    name="password"
    label="Your password"
    hint={`${why ? `${why} ` : ""}Enter the password that you sign in with.`}
    type="password"
    autoComplete="current-password"
    isOptional={isOptional}
  />
);
