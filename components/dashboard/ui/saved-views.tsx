import { Bookmark, ChevronDown } from "lucide";
import { TextField } from "@/components/ui/form/field";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import popover from "@/components/ui/overlay/popover.module.css";
import type { ListViews } from "@/lib/dashboard/list-views";
import { ActionForm } from "./action-form";
import layout from "./layout.module.css";
import styles from "./saved-views.module.css";

export type ShownViews = ListViews & { mode: string };

/** The views of a list that the member saved, and a form that saves the current filters. It opens without a script. */
export function SavedViews({ mode, list, views, filters }: ShownViews) {
  if (views.length === 0 && filters === "") return null;
  return (
    <details className={styles.views} name="filter">
      <summary>
        <Icon of={Bookmark} />
        Views
        <Icon of={ChevronDown} />
      </summary>
      <div className={`${popover.popover} ${styles.panel}`}>
        {views.length > 0 && (
          <ul>
            {views.map(({ id, name, href }) => (
              <li key={id}>
                <a href={href}>{name}</a>
                <ActionForm
                  action={`/dashboard/${mode}/actions/remove-view`}
                  values={{ view_id: id }}
                  submit={`Remove ${name}`}
                  busy="Removing…"
                  kind="quiet"
                  size="small"
                  done="View removed."
                />
              </li>
            ))}
          </ul>
        )}
        {filters !== "" && (
          <ActionForm
            action={`/dashboard/${mode}/actions/save-view`}
            values={{ list, filters }}
            submit="Save view"
            done="View saved."
          >
            <TextField name="name" label="Name for these filters" maxLength={60} />
          </ActionForm>
        )}
      </div>
    </details>
  );
}

/** Why a saved view is not shown as it was saved. */
export const ViewNotice = ({ notice }: Pick<ListViews, "notice">) =>
  notice && (
    <div className={layout.notice}>
      <Notice tone="warning">{notice}</Notice>
    </div>
  );
