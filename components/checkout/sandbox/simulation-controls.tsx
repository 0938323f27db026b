"use client";

import { ChevronDown } from "lucide";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import type { Simulation } from "@/lib/reference/simulation";
import { behaviours, guardWords } from "@/lib/reference/testing/behaviour-words";
import styles from "./drawer.module.css";
import type { Report } from "./report";

type Props = { token: string; given: Simulation; report: Report };
type Name = keyof typeof behaviours;

/** Sets the simulated gateway behaviour of this sandbox session. It applies to every card. */
export function SimulationControls({ token, given, report }: Props) {
  const [simulation, setSimulation] = useState(given);
  const change = async (part: object, effect: string) => {
    const changed = await postSimulation(token, part);
    if (changed) setSimulation(changed);
    report(changed && effect);
  };
  return (
    <section className={styles.choices}>
      {(Object.keys(behaviours) as Name[]).map((name) => {
        const { title, values } = behaviours[name];
        const words: [string, string][] = Object.entries(values);
        return (
          <label key={name} className={styles.choice}>
            <span>{title}</span>
            <select
              value={simulation[name]}
              onChange={({ target: { value, selectedOptions } }) =>
                change({ [name]: value }, `${title}: ${selectedOptions[0]?.text}.`)
              }
            >
              {words.map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
            <Icon of={ChevronDown} size={20} />
          </label>
        );
      })}
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={simulation.guard}
          onChange={({ target: { checked } }) =>
            change({ guard: checked }, `The guard against card testing is ${checked ? "on" : "off"}.`)
          }
        />
        {guardWords}
      </label>
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
