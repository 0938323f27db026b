import { afterAnswer } from "@/lib/http/route/after-answer";
import { confirmEmail } from "@/lib/members/confirm-email";
import {
  confirmEmailForm,
  confirmForm,
  forgottenForm,
  joinForm,
  resetForm,
  secondFactorForm,
  signInForm,
  signOutForm,
  signUpForm,
} from "@/lib/members/contract";
import { enterCode } from "@/lib/members/second-factor";
import { endSession } from "@/lib/members/sessions";
import { requestPasswordReset, resetPassword } from "@/lib/members/set-password";
import { signIn } from "@/lib/members/sign-in";
import { confirmSignUp, signUp } from "@/lib/members/sign-up";
import { joinTeam } from "@/lib/members/team";
import { answerByLink } from "@/lib/withdrawals/answer-hold";
import { answerWithdrawalForm } from "@/lib/withdrawals/hold-contract";
import { openAction } from "../action";
import { nextPage, signInAndThen } from "../next-page";

const goTo = (next: string) => ({ message: "OK" as const, next });

/** Actions for sign-in, sign-up and sign-out, and for links in mails that work without a session. */
export const entryActions = {
  "sign-in": openAction(signInForm, async ({ body, browser }) => {
    const { sessionId, awaitsSecondFactor } = await signIn(body, browser);
    const page = nextPage(body.next);
    return { answer: goTo(awaitsSecondFactor ? signInAndThen(page, "second-factor") : page), sessionId };
  }),

  "second-factor": openAction(secondFactorForm, async ({ body, browser, sessionId }) => ({
    sessionId: await enterCode(sessionId, body.code, browser),
    answer: goTo(nextPage(body.next)),
  })),

  "sign-out": openAction(signOutForm, async ({ sessionId }) => {
    if (sessionId) await endSession(sessionId);
    return { answer: goTo("/dashboard/sign-in"), sessionId: null };
  }),

  "sign-up": openAction(signUpForm, async ({ body }) => ({ answer: await signUp(body) })),

  confirm: openAction(confirmForm, async ({ body, browser }) => {
    const { sessionId } = await confirmSignUp(body, browser);
    return { answer: goTo("/dashboard"), sessionId };
  }),

  "confirm-email": openAction(confirmEmailForm, async ({ body }) => {
    await confirmEmail(body.ticket);
    return { answer: goTo("/dashboard/sign-in") };
  }),

  // Looks the email up after the answer, so that response times do not reveal whether it has an account.
  forgotten: openAction(forgottenForm, async ({ body }) => {
    afterAnswer(() => requestPasswordReset(body.email));
    return { answer: { message: "OK" as const } };
  }),

  reset: openAction(resetForm, async ({ body }) => {
    await resetPassword(body);
    return { answer: goTo("/dashboard/sign-in") };
  }),

  "answer-withdrawal": openAction(answerWithdrawalForm, async ({ body }) => ({ answer: await answerByLink(body) })),

  join: openAction(joinForm, async ({ body, browser }) => {
    const { sessionId } = await joinTeam(body, browser);
    return { answer: goTo("/dashboard"), sessionId };
  }),
};
