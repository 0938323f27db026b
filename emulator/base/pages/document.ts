import { hiddenFields, Markup, markup } from "@/lib/kit/markup";

const payerStyle = new Markup(`<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem auto; max-width: 30rem; padding: 0 1rem; color: #1a1a1a }
label, input, button { display: block; font: inherit }
input { width: 100%; box-sizing: border-box; padding: .5rem; margin: .25rem 0 1rem }
button { padding: .5rem 1rem; margin: 0 0 .75rem }
</style>`);

/** A page for payers, unless it has another style. */
export function htmlDocument(title: string, body: Markup, style = payerStyle): Markup {
  return markup`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,">${style}</head>
<body>
${body}
</body></html>`;
}

type FormPost = { action: string; fields: Readonly<Record<string, string>> };

/** A form that submits itself. Without scripts, a button submits it. */
export function selfSubmittingForm({ action, fields }: FormPost, submitAfterMs = 0): Markup {
  const submit = markup`<script>
setTimeout(function () { document.getElementById('continue').submit(); }, ${submitAfterMs});
</script>`;
  return markup`<form id="continue" action="${action}" method="POST">
${hiddenFields(fields)}
<noscript><button type="submit">Continue</button></noscript>
</form>
${submit}`;
}

export const messagePage = (title: string, text: string): Markup =>
  htmlDocument(
    title,
    markup`<h1>${title}</h1>
<p>${text}</p>`,
  );
