"use client";

import { type ChangeEvent, useState } from "react";
import {
  avsBehaviours,
  bankBehaviours,
  gatewayBehaviours,
  refundBehaviours,
  type Simulation,
} from "@/lib/reference/simulation";
import styles from "./sandbox.module.css";

const choices = [
  { name: "gateway", title: "Gateway", values: gatewayBehaviours },
  { name: "avs", title: "Address check", values: avsBehaviours },
  { name: "bank", title: "Bank's challenge page", values: bankBehaviours },
  { name: "refund", title: "Refund", values: refundBehaviours },
] as const;

const titles: Record<string, string> = { card: "as the card says", avs: "AVS" };
const titleOf = (value: string) => titles[value] ?? value.replaceAll("_", " ");

/** Sets the simulated gateway behaviour of this sandbox session. It applies to every card. */
export function SimulationControls({ token, given }: { token: string; given: Simulation }) {
  const [simulation, setSimulation] = useState(given);
  const [hasFailed, setHasFailed] = useState(false);
  const change = async (part: object) => {
    const changed = await postSimulation(token, part);
    setHasFailed(changed === null);
    if (changed) setSimulation(changed);
  };
  return (
    <section>
      <h2>Behaviour</h2>
      <div className={styles.choices}>
        {choices.map(({ name, title, values }) => (
          <label key={name}>
            {title}
            <select
              value={simulation[name]}
              onChange={({ target }: ChangeEvent<HTMLSelectElement>) => change({ [name]: target.value })}
            >
              {values.map((value) => (
                <option key={value} value={value}>
                  {titleOf(value)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={simulation.guard}
            onChange={({ target }) => change({ guard: target.checked })}
          />
          Card testing guard, as in live
        </label>
      </div>
      <p role="status">{hasFailed && "That was not taken. Try again."}</p>
    </section>
  );
}

async function postSimulation(token: string, part: object): Promise<Simulation | null> {
  try {
    const response = await fetch(`/sandbox/sessions/${token}/simulation`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(part),
      credentials: "omit",
    });
    if (!response.ok) return null;
    const { data } = (await response.json()) as { data: Simulation };
    return data;
  } catch {
    return null;
  }
}
