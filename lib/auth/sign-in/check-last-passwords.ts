import { invalidField } from "@/lib/kit/errors";
import { findByPassword } from "./passwords";
import { findLastHashes } from "./store";

/**
 * Refuses one of the last four passwords of a member, the current one included (PCI DSS 8.3.7). Call it only for a
 * sender who proved to be the member: the refusal confirms a former password.
 */
export async function checkLastPasswords(
  memberId: string,
  password: string,
  field: "new_password" | "password" = "new_password",
): Promise<void> {
  const last = (await findLastHashes(memberId)).map((passwordHash) => ({ passwordHash }));
  if (await findByPassword(last, password))
    throw invalidField(field, "must not be one of your last four passwords.", { rule: "reused" });
}
