import { notFound } from "next/navigation";
import { openPage } from "@/lib/dashboard/viewer";

/** Paths that no page has. The dashboard's own 404 needs a page to be shown in the frame. */
export default async function MissingPage({ params }: { params: Promise<{ mode: string }> }) {
  await openPage(params, "");
  notFound();
}
