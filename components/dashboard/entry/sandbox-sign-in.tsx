"use client";

import { Info } from "lucide";
import { type FormEvent, useState } from "react";
import { sendForm } from "@/components/dashboard/ui/send-form";
import { Icon } from "@/components/ui/icon";
import styles from "./sandbox-sign-in.module.css";

type Props = { email: string; password: string; next: string };

/** Signs in to the public sandbox account, whose password is published. */
export function SandboxSignIn({ email, password, next }: Props) {
  const [problem, setProblem] = useState("");
  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const result = await sendForm(event.currentTarget);
    if (result.isDone) window.location.assign(result.next ?? "/dashboard");
    else setProblem(result.message);
  }
  return (
    <form method="post" action="/dashboard/actions/sign-in" onSubmit={handleSubmit} className={styles.panel}>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="password" value={password} />
      <input type="hidden" name="next" value={next} />
      <Icon of={Info} />
      <div>
        <p>
          Just looking?{" "}
          <button type="submit" data-link>
            Use the sandbox account
          </button>
        </p>
        <p className={styles.note}>Shared by everyone. No money moves there.</p>
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      </div>
    </form>
  );
}
