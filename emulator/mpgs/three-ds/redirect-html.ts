import type { WireObject } from "@/emulator/base/wire/answers";
import type { Authentication } from "@/emulator/mpgs/orders";
import { hiddenFields, type Markup, markup } from "@/lib/kit/markup";

export const paths = {
  acsMethod: "/acs/method",
  acsChallenge: "/acs/challenge",
  acsAnswer: "/acs/answer",
  methodDone: "/callback/method",
  challengeDone: "/callback/challenge",
} as const;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function decode(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

type Framed = { name: string; action: string; fields: Readonly<Record<string, string>> };

/** A form that fills a nested frame, and the script that submits it. */
const framedForm = ({ name, action, fields }: Framed): Markup => markup`<div id="${name}">
<iframe id="${name}Frame" name="${name}Frame" title="Your bank" width="100%" height="100%"></iframe>
<form id="${name}Form" method="POST" action="${action}" target="${name}Frame">${hiddenFields(fields)}</form>
<script id="${name}Script">document.getElementById("${name}Form").submit();</script>
</div>`;

/** The issuer's page that looks at the browser. It reports its end to the gateway. */
export function methodRedirect(origin: string, { serverTransactionId }: Authentication): WireObject {
  const methodUrl = `${origin}${paths.acsMethod}`;
  const methodPostData = encode({
    threeDSServerTransID: serverTransactionId,
    threeDSMethodNotificationURL: `${origin}${paths.methodDone}`,
  });
  const fields = { threeDSMethodData: methodPostData };
  return {
    html: framedForm({ name: "threedsMethod", action: methodUrl, fields }).text,
    customizedHtml: { "3ds2": { methodUrl, methodPostData } },
  };
}

/** The issuer's page that asks the payer. */
export function challengeRedirect(origin: string, authentication: Authentication, isCustomized: boolean): WireObject {
  const acsUrl = `${origin}${paths.acsChallenge}`;
  const cReq = encode({
    threeDSServerTransID: authentication.serverTransactionId,
    acsTransID: authentication.acsTransactionId,
    messageType: "CReq",
    messageVersion: "2.2.0",
  });
  return {
    html: framedForm({ name: "threedsChallengeRedirect", action: acsUrl, fields: { creq: cReq } }).text,
    customizedHtml: isCustomized ? { "3ds2": { acsUrl, cReq } } : undefined,
  };
}

/** Without a challenge, the HTML only posts to the merchant's address. A merchant need not show it. */
export const returnRedirect = (action: string, fields: Readonly<Record<string, string>>): WireObject => ({
  html: markup`<form id="threedsFrictionLess" method="POST" action="${action}">${hiddenFields(fields)}</form>
<script>document.getElementById("threedsFrictionLess").submit();</script>`.text,
});

export const encodeChallengeResult = (authentication: Authentication): string =>
  encode({
    threeDSServerTransID: authentication.serverTransactionId,
    acsTransID: authentication.acsTransactionId,
    messageType: "CRes",
    messageVersion: "2.2.0",
    transStatus: authentication.transStatus ?? "N",
  });
