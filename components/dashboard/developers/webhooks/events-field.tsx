"use client";

import { useState } from "react";
import { ChoiceGroups } from "@/components/dashboard/developers/choice-groups";
import layout from "@/components/dashboard/ui/layout.module.css";
import fieldStyles from "@/components/ui/form/field.module.css";
import segments from "@/components/ui/sections/tabs.module.css";
import { everyEvent } from "@/lib/reference/events";
import { eventGroups } from "./event-groups";

type Props = {
  /** The events that this member may choose. Contains `*` if the member may read the records of all events. */
  offered: readonly string[];
  chosen: readonly string[];
};

const roleHint = "These are the events whose records your role may read. An owner can choose others.";

/** The events of an endpoint: all of them, also later ones, or those of some groups. */
export function EventsField({ offered, chosen }: Props) {
  const mayChooseAll = offered.includes(everyEvent) || chosen.includes(everyEvent);
  const [isAll, setIsAll] = useState(chosen.includes(everyEvent));
  return (
    <div className={layout.stack}>
      {mayChooseAll && (
        <fieldset className={fieldStyles.choices}>
          <legend className={`${fieldStyles.label} ${layout.legend}`}>Events</legend>
          <div className={`${segments.segments} ${layout.segments}`}>
            {[true, false].map((all) => (
              <label key={String(all)}>
                <input
                  type="radio"
                  name="all_events"
                  // The choice itself is not sent, only its events.
                  form=""
                  checked={isAll === all}
                  onChange={() => setIsAll(all)}
                  className={fieldStyles.hiddenRadio}
                />
                {all ? "All events" : "Some events"}
              </label>
            ))}
          </div>
          {isAll && <p className={fieldStyles.hint}>Events that we add later are included.</p>}
        </fieldset>
      )}
      {isAll ? (
        <input type="hidden" name="events" value={everyEvent} />
      ) : (
        <ChoiceGroups
          name="events"
          label={mayChooseAll ? "Which events" : "Events"}
          noun="events"
          hint={offered.includes(everyEvent) ? undefined : roleHint}
          groups={eventGroups([...offered, ...chosen])}
          chosen={chosen}
        />
      )}
    </div>
  );
}
