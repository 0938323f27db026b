import { hiddenFields, Markup, markup } from "@/lib/kit/markup";

/** The look of the checkout page, in a document that may load nothing. */
const style = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fff, #14232a); color: light-dark(#0d1b22, #e9f1f3); font: 1rem/1.5 Figtree, Arial, "Liberation Sans", sans-serif; }
main { max-width: 28rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1, p { margin: 0 0 1.25rem; }
h1 { font-size: 1.25rem; }
button { width: 100%; min-height: 3.25rem; border: 1px solid transparent; border-radius: .5rem; background: light-dark(#0a6375, #5cc6d8); color: light-dark(#fff, #06242b); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#1b8aa0, #5cc6d8); outline-offset: 2px; }
`;

type Relay = {
  title: string;
  action: string;
  fields: Readonly<Record<string, string>>;
  button: string;
  /** What the page does. It submits its form by default. */
  script?: Markup;
  /** Stands before the form. */
  before?: Markup;
};

/** A page that sends the browser on with a form. Without JavaScript, the payer presses its button. */
export const relayPage = ({ title, action, fields, button, script = submitAtOnce, before }: Relay): string =>
  markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Markup(style)}</style></head>
<body>
<main>
<h1>${title}</h1>
${before ?? ""}<form method="post" action="${action}">${hiddenFields(fields)}<button type="submit">${button}</button></form>
</main>
<script>${script}</script>
</body>
</html>
`.text;

const submitAtOnce = new Markup("document.forms[0].submit()");
