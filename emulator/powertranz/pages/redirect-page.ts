import { hiddenFields, type Markup, markup } from "@/lib/kit/markup";

/** RedirectData: the page that sends the browser's properties to the Conductor. */
export function redirectPage(origin: string, spiToken: string): Markup {
  return markup`<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Payment</title>
<script>
function GetBrowserInfo() {
  var form = document.getElementById('powertranz_spi');
  form.browserLanguage.value = navigator.language || '';
  form.browserWidth.value = String(screen.width);
  form.browserHeight.value = String(screen.height);
  form.browserTimeZone.value = String(new Date().getTimezoneOffset());
  form.browserJavaEnabled.value = 'false';
  form.browserJavascriptEnabled.value = 'true';
  form.browserColorDepth.value = String(screen.colorDepth);
}
function GetBrowserInfoAndSubmit() {
  GetBrowserInfo();
  document.getElementById('powertranz_spi').submit();
}
</script></head>
<body>
<form id='powertranz_spi' name='powertranz_spi' action='${origin}/api/spi/Conductor' method='POST'>
${hiddenFields({
  SpiToken: spiToken,
  browserLanguage: "",
  browserWidth: "",
  browserHeight: "",
  browserTimeZone: "",
  browserJavaEnabled: "false",
  browserJavascriptEnabled: "false",
  browserColorDepth: "",
})}
<noscript><button type="submit">Continue</button></noscript>
</form>
<script>GetBrowserInfo()</script><script>GetBrowserInfoAndSubmit()</script>
</body></html>`;
}
