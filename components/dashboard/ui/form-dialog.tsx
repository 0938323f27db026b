import type { ComponentProps } from "react";
import { Dialog, SidePanel } from "@/components/ui/overlay/dialog";
import { ActionForm } from "./action-form";

type Props = Omit<ComponentProps<typeof Dialog>, "children"> & Omit<ComponentProps<typeof ActionForm>, "cancelHref">;

/** A dialog with one form. Cancel closes it, and so does success, unless the form shows secrets or has a `next`. */
export const FormDialog = ({ title, lead, ...form }: Props) => (
  <Dialog title={title} lead={lead} closeHref={form.closeHref}>
    <ClosingForm {...form} />
  </Dialog>
);

/** The same as a panel at the right edge. */
export const FormPanel = ({ title, lead, ...form }: Props) => (
  <SidePanel title={title} lead={lead} closeHref={form.closeHref}>
    <ClosingForm {...form} />
  </SidePanel>
);

const ClosingForm = ({ closeHref, ...form }: Omit<Props, "title" | "lead">) => (
  <ActionForm {...(!form.reveals && { next: closeHref })} {...form} cancelHref={closeHref} />
);
