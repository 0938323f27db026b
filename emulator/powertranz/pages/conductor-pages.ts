import { htmlDocument, selfSubmittingForm } from "@/emulator/base/pages/document";
import type { SpiToken } from "@/emulator/powertranz/world";
import { hiddenFields, type Markup, markup } from "@/lib/kit/markup";

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** At most this long, the browser waits for the bank to take the fingerprint. */
const fingerprintWithinMs = 10_000;

export const paths = {
  conductor: "/api/spi/Conductor",
  fingerprintDone: "/api/spi/Conductor/FingerprintDone",
  resume: "/api/spi/Conductor/Resume",
  challengeDone: "/api/spi/Conductor/ChallengeDone",
  acsMethod: "/acs/method",
  acsChallenge: "/acs/challenge",
  acsAnswer: "/acs/answer",
} as const;

/** Takes the fingerprint in a hidden frame. The bank's page in the frame reports the end to this page. */
export function fingerprintPage(origin: string, { text, serverTransId }: SpiToken): Markup {
  const threeDSMethodData = encode({
    threeDSServerTransID: serverTransId,
    threeDSMethodNotificationURL: `${origin}${paths.fingerprintDone}`,
  });
  return htmlDocument(
    "Checking your browser",
    markup`<p>Your bank is checking your browser.</p>
<iframe name="fingerprint" title="Fingerprint" hidden></iframe>
<form id="fingerprintdevice" action="${origin}${paths.acsMethod}" method="POST" target="fingerprint">
${hiddenFields({ threeDSMethodData })}
</form>
<form id="resume" action="${origin}${paths.resume}" method="POST">
${hiddenFields({ SpiToken: text, threeDSCompInd: "N" })}
<noscript><button type="submit">Continue</button></noscript>
</form>
<script>
var resume = document.getElementById('resume');
var isSent = false;
function go(indicator) {
  if (isSent) return;
  isSent = true;
  resume.threeDSCompInd.value = indicator;
  resume.submit();
}
addEventListener('message', function (event) {
  if (event.origin === '${origin}' && event.data === 'fingerprint done') go('Y');
});
setTimeout(function () { go('N'); }, ${fingerprintWithinMs});
document.getElementById('fingerprintdevice').submit();
</script>`,
  );
}

/** The bank's page in the hidden frame. */
export function acsMethodPage(notificationUrl: string, threeDSMethodData: string): Markup {
  return htmlDocument("Fingerprint", selfSubmittingForm({ action: notificationUrl, fields: { threeDSMethodData } }));
}

export function fingerprintDonePage(origin: string): Markup {
  return htmlDocument(
    "Fingerprint",
    markup`<script>
parent.postMessage('fingerprint done', '${origin}');
</script>`,
  );
}

/** Sends the browser to the bank for the challenge. */
export function challengePage(origin: string, { serverTransId, acsTransId, sessionData }: SpiToken): Markup {
  const creq = encode({
    messageType: "CReq",
    messageVersion: "2.1.0",
    threeDSServerTransID: serverTransId,
    acsTransID: acsTransId,
    challengeWindowSize: "04",
  });
  const fields = { creq, threeDSSessionData: sessionData };
  return htmlDocument("Your bank", selfSubmittingForm({ action: `${origin}${paths.acsChallenge}`, fields }));
}

/** Sends the browser back to the Conductor. The Conductor takes the result from the bank, not from these fields. */
export function challengeDonePage(origin: string, token: SpiToken): Markup {
  const cres = encode({
    messageType: "CRes",
    messageVersion: "2.1.0",
    threeDSServerTransID: token.serverTransId,
    acsTransID: token.acsTransId,
    transStatus: token.passedChallenge ? "Y" : "N",
    challengeCompletionInd: "Y",
  });
  const fields = { cres, threeDSSessionData: token.sessionData };
  return htmlDocument("Your bank", selfSubmittingForm({ action: `${origin}${paths.challengeDone}`, fields }));
}
